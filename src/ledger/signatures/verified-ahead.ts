import type { MainBlock } from "../../records/main-block.js";
import type { SignatureVerifier } from "./signature-verifier.js";

export interface VerifiedBlock {
  readonly block: MainBlock;
  /** Whether all its transactions are known to be signed; if not, the check of the block finds out which are not. */
  readonly areSigned: boolean;
}

/** How much is read and verified ahead of the block that is executed: at least one block, at most this much. */
const BLOCKS_AHEAD = 64;
const TRANSACTION_BYTES_AHEAD = 4 * 1024 * 1024;

interface BlockAhead {
  readonly block: MainBlock;
  readonly verdict: Promise<boolean>;
}

/** Yields the blocks in their order while the signatures of the next ones are verified. */
export async function* verifiedAhead(
  blocks: AsyncIterable<MainBlock>,
  verifier: SignatureVerifier,
): AsyncGenerator<VerifiedBlock, void, undefined> {
  const ahead: BlockAhead[] = [];
  for await (const block of blocks) {
    const verdict = areAllSigned(verifier, block);
    // A failure is handled where the verdict is awaited; until then it must not count as unhandled.
    verdict.catch(() => undefined);
    ahead.push({ block, verdict });
    while (isFarAhead(ahead)) yield* takeFirst(ahead);
  }
  while (ahead.length > 0) yield* takeFirst(ahead);
}

async function* takeFirst(ahead: BlockAhead[]): AsyncGenerator<VerifiedBlock, void, undefined> {
  for (const { block, verdict } of ahead.splice(0, 1)) yield { block, areSigned: await verdict };
}

async function areAllSigned(verifier: SignatureVerifier, { transactions }: MainBlock): Promise<boolean> {
  return (await verifier.verify(transactions)).every(Boolean);
}

function isFarAhead(ahead: readonly BlockAhead[]): boolean {
  if (ahead.length <= 1 || ahead.length > BLOCKS_AHEAD) return ahead.length > 1;
  return (
    sum(ahead.map(({ block }) => sum(block.transactions.map(({ size }) => size)))) > TRANSACTION_BYTES_AHEAD
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
