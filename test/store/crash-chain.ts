import { hashOf } from "../../src/codec/hash.js";
import type { MainBlockCommit, StateEntry } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";

/** A chain in which every block follows from its height alone, so that a killed writer and a replay must agree. */

const CELLS = 40;
const WRITES = 12;
const TRANSACTIONS = 30;
const PREFIX = hashOf("crash");
/** Of every twice as many blocks, the first half are committed one by one, the others in one batch of this length. */
const BATCH_LENGTH = 6;

/** The blocks that are committed together from a height on. */
export function crashBatch(height: number, previous_blockhash: string): readonly MainBlockCommit[] {
  const batch = [crashBlock(height, previous_blockhash)];
  if ((height - 1) % (2 * BATCH_LENGTH) !== BATCH_LENGTH) return batch;
  while (batch.length < BATCH_LENGTH)
    batch.push(crashBlock(height + batch.length, batch.at(-1)?.block.blockhash ?? ""));
  return batch;
}

/** Whether a chain that ends at a height ends inside a batch. */
export function isInsideRun(height: number): boolean {
  return height % (2 * BATCH_LENGTH) > BATCH_LENGTH;
}

export function crashBlock(height: number, previous_blockhash: string): MainBlockCommit {
  return sampleMainBlock({
    height,
    previous_blockhash,
    transactions: Array.from({ length: TRANSACTIONS }, (_, index) => [
      sampleAddress((height + index) % 7),
      // Often the sender of another transaction.
      sampleAddress((height + index + 1 + (index % 5)) % 7),
    ]),
    universal: cellsOf(height).map((cell) => entry(cell, height)),
    local: [{ key: `${PREFIX}ff`, value: BigInt(height * TRANSACTIONS) }],
    codeKeys: height % 4 === 0 ? [`${PREFIX}0${height % 10}`] : [],
  });
}

function cellsOf(height: number): number[] {
  return Array.from({ length: WRITES }, (_, index) => (height * 5 + index * 3) % CELLS);
}

/** A cell that a height writes: every ninth write removes it, and spellings alternate. */
function entry(cell: number, height: number): StateEntry {
  const key = PREFIX + String(10 + cell) + "00".repeat(height % 3);
  return { key, value: (cell + height) % 9 === 0 ? null : `${height}` };
}
