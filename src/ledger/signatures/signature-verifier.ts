import { isSigned, type SignedHash } from "../../records/transaction.js";
import { forEachSliced } from "../yield-to-loop.js";

/** Says which transactions, or other hashes, are signed by their signers (PROTOCOL 5), for admission, import and sync alike. */
export interface SignatureVerifier {
  /** One verdict for each, in their order. */
  verify(signed: readonly SignedHash[]): Promise<readonly boolean[]>;
}

/** Verifies where it is called, in slices: what comes of it is the same at every run. */
export const INLINE_VERIFIER: SignatureVerifier = {
  async verify(signed) {
    const verdicts: boolean[] = [];
    await forEachSliced(signed, (each) => {
      verdicts.push(isSigned(each));
    });
    return verdicts;
  },
};
