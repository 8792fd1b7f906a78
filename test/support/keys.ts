import { addressOf } from "../../src/codec/address.js";
import { privateKeyToPublicKey } from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";

export interface TestKey {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

/** A key for each name, the same in every run. */
export function testKey(name: string): TestKey {
  const privateKey = hashOf(`test key ${name}`);
  const publicKey = privateKeyToPublicKey(privateKey);
  return { privateKey, publicKey, address: addressOf(publicKey) };
}
