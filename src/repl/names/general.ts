import { defineNames } from "./name.js";

/** Hashes, identifiers and builders, which need no node. */
export const GENERAL_NAMES = defineNames("general", {
  "hash(value)": "the protocol's SHA-256 hash of a value",
  "shortHash(value)": "the short hash of a value, 40 characters",
  "idHash(value)": "the short hash of a value with a checksum; an address is the id hash of a public key",
  "timeHash(value, timestampUs)":
    "the time followed by the hash of a value, as in hashes of transactions and blocks",
  "spaceId(writer, space, { raw }?)": "the id (cid) of a writer's space",
  "address(publicKey)": "the address of a public key",
  "keyPair(privateKey?)": "the key pair of a private key (default: a new one)",
  "decimal(text | number | bigint)":
    "a decimal of decimal.js with 200 digits, truncated: add, sub, mul, div, cmp, toDP(places), toString",
  "JSON.stringify(value, null, indent?)": "the exact JSON of any value, including maps and large integers",
  "op.<operator>(...arguments)": "the call of a contract operator, such as op.gte(1, 2)",
});
