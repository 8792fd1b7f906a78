import { isSigned, type SignedHash } from "../../records/transaction.js";
import { forEachSliced } from "../../base/yield-to-loop.js";

/**
 * Verifies the signatures of transactions, or of other hashes (PROTOCOL 5.2, 5.4), for admission, import and sync
 * alike.
 */
export interface SignatureVerifier {
  /** Returns one verdict for each, in their order. */
  verify(signed: readonly SignedHash[]): Promise<readonly boolean[]>;
}

/** Verifies in the caller's thread, in slices. The result does not depend on the slices. */
export const INLINE_VERIFIER: SignatureVerifier = {
  async verify(signed) {
    const verdicts: boolean[] = [];
    await forEachSliced(signed, (each) => {
      verdicts.push(isSigned(each));
    });
    return verdicts;
  },
};
