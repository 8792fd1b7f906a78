import { sign } from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";
import type { TestKey } from "./keys.js";
import type { Value, ValueMap } from "../../src/codec/value.js";

export interface ReceiptKeys {
  readonly asker: TestKey;
  readonly peer: TestKey;
  readonly beneficiary: string;
}

/**
 * A valid receipt as another implementation may write it: each map has an unknown member and another order. Written by
 * hand from PROTOCOL 10.
 */
export function receiptWithExtras(
  previous_blockhash: string,
  { asker, peer, beneficiary }: ReceiptKeys,
): ValueMap {
  const query = new Map<string, Value>([
    ["address", peer.address],
    ["note", "é/"],
    ["previous_blockhash", previous_blockhash],
  ]);
  const signed_query = new Map<string, Value>([
    ["signature", sign(hashOf(query), asker.privateKey)],
    ["version", 1n],
    ["query", query],
    ["public_key", asker.publicKey],
  ]);
  const receipt_hash = hashOf(
    new Map<string, Value>([
      ["previous_blockhash", previous_blockhash],
      ["beneficiary", beneficiary],
      ["signed_query", signed_query],
    ]),
  );
  return new Map<string, Value>([
    ["signature", sign(receipt_hash, peer.privateKey)],
    ["public_key", peer.publicKey],
    ["signed_query", signed_query],
    ["extra", [1n, 1.5, new Map([["k", null]])]],
    ["beneficiary", beneficiary],
    ["receipt_hash", receipt_hash],
    ["previous_blockhash", previous_blockhash],
  ]);
}
