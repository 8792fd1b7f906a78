import type { MainBlock } from "../../records/main-block.js";
import type { SignatureVerifier } from "./signature-verifier.js";

export interface VerifiedBlock {
  readonly block: MainBlock;
  /** Whether all its transactions are known to be signed; when not, whoever checks them finds out which. */
  readonly areSigned: boolean;
}

/** How many transactions are read and verified ahead of the block that is executed: two full blocks. */
const TRANSACTIONS_AHEAD = 4096;

/** The blocks in their order, the signatures of the next ones verified meanwhile. */
export async function* verifiedAhead(
  blocks: AsyncIterable<MainBlock>,
  verifier: SignatureVerifier,
): AsyncGenerator<VerifiedBlock, void, undefined> {
  const ahead: { readonly block: MainBlock; readonly verdict: Promise<boolean> }[] = [];
  let transactions = 0;
  const next = async (): Promise<VerifiedBlock[]> => {
    const first = ahead.shift();
    if (first === undefined) return [];
    transactions -= first.block.transactions.length;
    return [{ block: first.block, areSigned: await first.verdict }];
  };
  for await (const block of blocks) {
    const verdict = verifier.areSigned(block.transactions);
    // A failure is met where the verdict is awaited; until then it is not unheard.
    verdict.catch(() => undefined);
    ahead.push({ block, verdict });
    transactions += block.transactions.length;
    while (transactions > TRANSACTIONS_AHEAD && ahead.length > 1) yield* await next();
  }
  while (ahead.length > 0) yield* await next();
}
