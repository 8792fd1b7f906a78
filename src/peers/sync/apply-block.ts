import { ChainError } from "../../codec/chain-error.js";
import type { Ledger } from "../../ledger/ledger.js";
import { verifyMainBlock } from "../../ledger/verify-block.js";
import type { MainBlock } from "../../records/main-block.js";
import type { SealEntry } from "../../records/seal.js";
import type { ChainBlock } from "./interleave.js";
import type { Peer } from "../tracking/peer-table.js";
import type { IsVerified } from "./signatures-ahead.js";

/** A block of a peer that breaks a rule. */
export interface RefusedBlock {
  readonly peer: Peer;
  readonly chain: ChainBlock["chain"];
  readonly height: number;
  readonly blockhash: string;
  readonly reason: ChainError;
}

export interface ApplyOptions {
  readonly nowUs: number;
  /** Which of a block's transactions have verified signatures. */
  readonly verdict: (block: MainBlock) => Promise<IsVerified>;
  /** Whether a seal entry has a verified signature. Available once the verdict on its block is. */
  readonly isEntryVerified?: (entry: SealEntry) => boolean;
  readonly isTentative?: boolean;
  /** Called when a block is refused, with the peer that gave it and the reason. */
  readonly onRefused?: (refused: RefusedBlock) => void;
}

/**
 * Checks a block of either chain on its tip and commits it (PROTOCOL 8.10, 10.4). Throws the error of the first rule
 * that the block breaks.
 */
export function applyBlock(ledger: Ledger, next: ChainBlock, options: ApplyOptions): Promise<void> {
  return refusing(next, options, () => commitBlock(ledger, next, options));
}

/** Runs a step that handles a block, and reports the peer that gave the block if it is refused. */
export async function refusing(
  { peer, chain, block: { height, blockhash } }: ChainBlock,
  { onRefused }: Pick<ApplyOptions, "onRefused">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A failure of this node's own data is not the peer's fault.
    if (error instanceof ChainError && error.kind !== "local" && peer !== null)
      onRefused?.({ peer, chain, height, blockhash, reason: error });
    throw error;
  }
}

async function commitBlock(
  ledger: Ledger,
  next: ChainBlock,
  { nowUs, verdict, isEntryVerified = () => false, isTentative = false }: ApplyOptions,
): Promise<void> {
  if (next.chain === "resource") await ledger.resourceChain.commit(next.block, nowUs, { isTentative });
  else {
    const isVerified = await verdict(next.block);
    const options = { nowUs, isVerified, isEntryVerified };
    await ledger.commit(await verifyMainBlock(ledger, next.block, options), next.block.seal);
  }
}
