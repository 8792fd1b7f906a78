import { INLINE_VERIFIER, type SignatureVerifier } from "../../ledger/signatures/signature-verifier.js";
import type { SignedHash, SignedTransaction } from "../../records/transaction.js";
import { unsignedTransaction } from "../../records/transaction.js";
import type { ValueMap } from "../../codec/value.js";

/**
 * The signature verifier of a sandbox. It accepts the record objects that it made itself for an address without a key,
 * and verifies all others as usual, also one with the same hash. Only a sandbox uses it.
 */
export class Impersonation implements SignatureVerifier {
  readonly #made = new WeakSet<SignedHash>();
  /** Sender addresses by transaction hash: a block does not hold the sender of an unsigned transaction. */
  readonly #senders = new Map<string, string>();

  /** Makes a transaction from an address without its key. */
  transactionFrom(address: string, transaction: ValueMap): SignedTransaction {
    const made = { ...unsignedTransaction(transaction), address };
    this.#made.add(made);
    this.#senders.set(made.hash, address);
    return made;
  }

  /** Returns a block's record with the address that it was sent from. */
  asSent(transaction: SignedTransaction): SignedTransaction {
    const address = this.#senders.get(transaction.hash);
    return address === undefined ? transaction : { ...transaction, address };
  }

  async verify(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    const others = signed.filter((each) => !this.#made.has(each));
    const verdicts = await INLINE_VERIFIER.verify(others);
    const verdictOf = new Map(others.map((each, index) => [each, verdicts[index]]));
    return signed.map((each) => this.#made.has(each) || verdictOf.get(each) === true);
  }
}
