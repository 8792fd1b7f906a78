import { privateKeyToPublicKey } from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";
import { addressOf } from "../../src/records/address-cache.js";

export interface TestKey {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

/** A key of its own for each name, the same in every run. */
export function testKey(name: string): TestKey {
  const privateKey = hashOf(`test key ${name}`);
  const publicKey = privateKeyToPublicKey(privateKey);
  return { privateKey, publicKey, address: addressOf(publicKey) };
}
