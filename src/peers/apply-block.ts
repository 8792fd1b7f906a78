import { ChainError } from "../codec/chain-error.js";
import type { Ledger } from "../ledger/ledger.js";
import { verifyMainBlock } from "../ledger/verify-block.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import type { MainBlock } from "../records/main-block.js";
import type { ChainBlock } from "./interleave.js";
import type { Peer } from "./peer-table.js";
import type { IsVerified } from "./signatures-ahead.js";

export interface ApplyOptions {
  readonly nowUs: number;
  /** Which of a block's signatures were verified before. */
  readonly verdict: (block: MainBlock) => Promise<IsVerified>;
  readonly isTentative?: boolean;
  /** Told who gave a block that is refused, and why. */
  readonly onRefused?: (peer: Peer, reason: ChainError) => void;
}

/**
 * Checks a block of either chain on its tip and commits it (PROTOCOL 8, 10). Throws the first rule it breaks, or
 * `PEER_CLOCK`, kind "unavailable", for one that is not yet valid here: clocks differ, so nobody need have broken a rule.
 */
export async function applyBlock(ledger: Ledger, next: ChainBlock, options: ApplyOptions): Promise<void> {
  try {
    await commitBlock(ledger, next, options);
  } catch (error) {
    if (error instanceof ChainError && next.peer !== null) options.onRefused?.(next.peer, error);
    throw error;
  }
}

async function commitBlock(
  ledger: Ledger,
  next: ChainBlock,
  { nowUs, verdict, isTentative = false }: ApplyOptions,
): Promise<void> {
  const timeUs = next.chain === "main" ? next.block.s_timestamp : next.block.timestamp;
  if (timeUs >= nowUs + TIMESTAMP_ERROR_US) throw early(next);
  if (next.chain === "resource") await ledger.resourceChain.commit(next.block, nowUs, { isTentative });
  else {
    const isVerified = await verdict(next.block);
    await ledger.commit(await verifyMainBlock(ledger, next.block, { nowUs, isVerified }), next.block.seal);
  }
}

function early({ chain, block }: ChainBlock): ChainError {
  return new ChainError("PEER_CLOCK", `The peer's ${chain} block ${block.height} is of a time to come. `, {
    kind: "unavailable",
    advice: "Set this machine's clock, if it is slow.",
  });
}
