import { defineNames } from "./name.js";

/** Hashes, identifiers and builders, which need no node. */
export const GENERAL_NAMES = defineNames("general", {
  "hash(value)": "its SHA-256, as the protocol hashes values",
  "shortHash(value)": "its short hash, 40 characters",
  "idHash(value)": "its short hash with a checksum: an address is that of a public key",
  "timeHash(value, timestampUs)": "its hash behind the time, as transactions and blocks have them",
  "spaceId(writer, space, { raw }?)": "the cid by which the code of a space is called",
  "address(publicKey)": "the address of a public key",
  "keyPair(privateKey?)": "a new pair of keys, or the pair of a private key",
  "decimal(text | number | bigint)":
    "a decimal of decimal.js with 200 digits, truncated: add, sub, mul, div, cmp, toDP(places), toString",
  "JSON.stringify(value, null, indent?)":
    "the exact text of any value, of maps and large integers too, such as a code for Publish",
  "op.<operator>(...arguments)": "the call of an operator of the contract machine, such as op.gte(1, 2)",
});
