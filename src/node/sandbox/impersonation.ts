import { INLINE_VERIFIER, type SignatureVerifier } from "../../ledger/signatures/signature-verifier.js";
import type { SignedHash, SignedTransaction } from "../../records/transaction.js";
import { unsignedTransaction } from "../../records/transaction.js";
import type { ValueMap } from "../../codec/value.js";

/**
 * A sandbox's verifier of signatures: it passes the very records that were made here for somebody whose key nobody has,
 * and verifies every other one as usual, also one with the same hash. Only a sandbox is given it.
 */
export class Impersonation implements SignatureVerifier {
  readonly #made = new WeakSet<SignedHash>();
  /** Who a transaction is from, by its hash: a block does not say it of one that nobody signed. */
  readonly #senders = new Map<string, string>();

  /** A transaction from an address, without its key. */
  transactionFrom(address: string, transaction: ValueMap): SignedTransaction {
    const made = { ...unsignedTransaction(transaction), address };
    this.#made.add(made);
    this.#senders.set(made.hash, address);
    return made;
  }

  /** The record that a block holds, with the address it was sent from. */
  asSent(transaction: SignedTransaction): SignedTransaction {
    const address = this.#senders.get(transaction.hash);
    return address === undefined ? transaction : { ...transaction, address };
  }

  async verify(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    const verdicts = await INLINE_VERIFIER.verify(signed);
    return signed.map((each, index) => this.#made.has(each) || verdicts[index] === true);
  }
}
