import type { ReceiptBook, RoundTip } from "../consensus/receipt-book.js";
import { createReceipt, createSignedQuery } from "../records/receipt.js";
import type { Identity } from "./directory/identity.js";

/** Earns the receipt that a running node gives itself once a round (PROTOCOL 10.9). */
export class OwnReceipts {
  readonly #book: ReceiptBook;
  readonly #identity: Identity;
  #roundKey = "";

  constructor(book: ReceiptBook, identity: Identity) {
    this.#book = book;
    this.#identity = identity;
  }

  /** Earns the receipt of the round, unless it has been earned or no main chain exists yet. */
  earn(tip: RoundTip): void {
    if (tip.blockhash === this.#roundKey || tip.height === 0) return;
    const { node, peer, owner } = this.#identity;
    const query = { previous_blockhash: tip.blockhash, address: peer.address };
    const signedQuery = createSignedQuery(query, node.privateKey);
    this.#book.add(tip, createReceipt(signedQuery, owner, peer.privateKey));
    this.#roundKey = tip.blockhash;
  }
}
