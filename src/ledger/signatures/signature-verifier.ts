import { isSigned, type SignedTransaction } from "../../records/transaction.js";
import { forEachSliced } from "../yield-to-loop.js";

/** Says which transactions are signed by their signers (PROTOCOL 5), for admission, import and sync alike. */
export interface SignatureVerifier {
  /** One verdict for each, in their order. */
  verify(transactions: readonly SignedTransaction[]): Promise<readonly boolean[]>;
}

/** Verifies where it is called, in slices: what comes of it is the same at every run. */
export const INLINE_VERIFIER: SignatureVerifier = {
  async verify(transactions) {
    const verdicts: boolean[] = [];
    await forEachSliced(transactions, (transaction) => {
      verdicts.push(isSigned(transaction));
    });
    return verdicts;
  },
};
