import type { Node } from "../../src/node/node.js";
import type { Chunk } from "../../src/records/chunk.js";
import type { Hypothesis } from "../../src/records/hypothesis.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { unlessRefused } from "./unless-refused.js";

/** What a node says of the open round: Broadcast's records, as they were read. */
export interface RoundNews {
  readonly transactions: readonly SignedTransaction[];
  readonly chunks: readonly Chunk[];
  readonly hypotheses: readonly Hypothesis[];
}

export function newsOf(node: Node): RoundNews {
  return {
    transactions: node.pool.all().map(({ transaction }) => transaction),
    chunks: [...node.roundBook.chunks.values()],
    hypotheses: [...node.roundBook.hypotheses.values()],
  };
}

/** Takes news as a collector does: first what the others refer to. */
export async function take(node: Node, { transactions, chunks, hypotheses }: RoundNews): Promise<void> {
  for (const transaction of transactions) {
    const isNew = node.pool.get(transaction.hash) === undefined;
    const isYoung = transaction.timestamp > node.ledger.tip.s_timestamp;
    if (isNew && isYoung) await unlessRefused(() => node.submit(transaction));
  }
  for (const chunk of chunks) await unlessRefused(() => node.roundBook.offerChunk(chunk));
  for (const hypothesis of hypotheses) await unlessRefused(() => node.roundBook.offerHypothesis(hypothesis));
}
