import { addressOf } from "../../src/codec/address.js";
import { privateKeyToPublicKey } from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";
import type { Identity } from "../../src/data/directory/identity.js";

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

/**
 * The identity of a node for each name, the same in every run: the places of peers in a table, for example, follow from
 * their keys (PROTOCOL 12.1).
 */
export function testIdentity(name: string): Identity {
  const node = testKey(`${name} node`);
  return { node, peer: testKey(`${name} peer`), owner: node.address };
}
