import type { Client } from "../../client/create-client.js";
import { timeHashToTime } from "../../codec/time.js";
import type { Ledger } from "../../ledger/ledger.js";
import { confirmedHeight } from "../../ledger/validators.js";
import { findCommonBlocks, type CommonBlocks } from "./common-blocks.js";
import { chooseChain, decidingChain, type Choice, type ForkView, type Parting } from "./fork-choice.js";
import { isUnconfirmed } from "./undone-for.js";

/** How a peer's chain compares to this node's, and which one to follow. */
export interface Comparison {
  readonly choice: Choice;
  readonly common: CommonBlocks;
  readonly parting: Parting | null;
}

/** Compares a peer's chains with this node's (PROTOCOL 11.3, 11.4, 11.6, 11.7, 11.8). */
export async function compareChains(
  ledger: Ledger,
  client: Client,
  { ours, theirs }: Pick<ForkView, "ours" | "theirs">,
  nowUs: number,
): Promise<Comparison> {
  const common = await findCommonBlocks(ledger, client, theirs);
  const ends = { ours, theirs, common };
  const parting = await findParting(ledger, client, ends);
  const confirmed = await confirmedHeight(ledger.store, ledger.network, nowUs);
  return { choice: chooseChain({ ...ends, parting, confirmedHeight: confirmed }), common, parting };
}

async function findParting(
  ledger: Ledger,
  client: Client,
  ends: Pick<ForkView, "ours" | "theirs" | "common">,
): Promise<Parting | null> {
  const chain = decidingChain(ends);
  if (chain === null) return null;
  const height = ends.common[chain] + 1;
  const [ours, theirs] =
    chain === "main"
      ? [await ledger.store.mainBlockSummary({ height }), await client.getBlockSummary(height)]
      : [await ledger.store.resourceBlock({ height }), await client.getResourceBlockSummary(height)];
  if (ours === null || theirs === null) return null;
  const parting = { chain, ours: ours.blockhash, theirs: theirs.blockhash };
  return chain === "main" || undoesNoMainBlock(ledger, ends, parting) ? parting : null;
}

/**
 * Whether a switch would keep all main blocks: resource chains of equal length are no reason to undo any
 * (PROTOCOL 11.6).
 */
function undoesNoMainBlock(
  ledger: Ledger,
  { ours, theirs }: Pick<ForkView, "ours" | "theirs">,
  parting: Parting,
): boolean {
  if (ours.main === theirs.main) return true;
  return [parting.ours, parting.theirs].every((hash) => isUnconfirmed(timeHashToTime(hash), ledger));
}
