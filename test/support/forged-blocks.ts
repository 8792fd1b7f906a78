import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { hashLimit, isWorkEnough } from "../../src/records/difficulty.js";
import { createHypothesis } from "../../src/records/hypothesis.js";
import {
  createResourceBlock,
  resourceBlockHeader,
  resourceBlockRoot,
  type ResourceBlock,
  type ResourceBlockContent,
} from "../../src/records/resource-block.js";
import { createSeal } from "../../src/records/seal.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import type { MainBlockSummary } from "../../src/store/store.js";

/** Adds a main block of one transaction that the holder of the newest slot seals, for any time after the tip. */
export async function sealAlone(
  ledger: Ledger,
  transaction: SignedTransaction,
  { s_timestamp, privateKey }: { readonly s_timestamp: number; readonly privateKey: string },
): Promise<MainBlockSummary> {
  const { block } = await ledger.execute([prepareTransaction(transaction, ledger.registry)], s_timestamp);
  if (block === null) throw new Error("The transaction fails. ");
  const { previous_blockhash } = block.content;
  const hypothesis_hash = ledger.network.ruleSet.hypothesisHash({ previous_blockhash, ...block.hash });
  const content = { hypothesis_hash, previous_blockhash, s_timestamp, chunks: new Map<string, string>() };
  return ledger.commit(block, createSeal([createHypothesis(content, privateKey)]));
}

/** Mines the next resource block at a low difficulty, without adding it. */
export async function mineNext(
  { resourceChain }: Pick<Ledger, "resourceChain">,
  content: Omit<ResourceBlockContent, "height" | "previous_blockhash" | "difficulty" | "receipts"> &
    Partial<Pick<ResourceBlockContent, "receipts">>,
): Promise<ResourceBlock> {
  return mineBlock({
    receipts: new Map(),
    height: (resourceChain.tip?.height ?? 0) + 1,
    previous_blockhash: resourceChain.tip?.blockhash ?? "",
    difficulty: await resourceChain.nextDifficulty(),
    ...content,
  });
}

/** Searches a nonce; at a low difficulty there is one among the first few. */
export function mineBlock(content: ResourceBlockContent): ResourceBlock {
  const header = resourceBlockHeader(content);
  const limit = hashLimit(content.difficulty);
  for (let nonce = 0; ; nonce += 1) {
    const text = nonce.toString();
    if (isWorkEnough(resourceBlockRoot(content.previous_blockhash, header, text), limit))
      return createResourceBlock(content, text);
  }
}
