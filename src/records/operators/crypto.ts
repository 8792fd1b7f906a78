import { gives, type OperatorSpec } from "./operator.js";

const HASHED = {
  parameters: [{ name: "value", type: "any" }],
  result: "key",
  cost: "the length of a text; `walk` for each character of a container's JSON",
} as const;
const AS_TEXT =
  "A value that is not text is hashed as its text: a container as its canonical JSON, null and false as the empty text, true as `1`.";

/** Hashes and signatures (PROTOCOL 2.1, 3.4, 7.31). */
export const CRYPTO_SPECS = {
  hash: {
    ...HASHED,
    summary: "the SHA-256 of a value, 64 hexadecimal characters",
    otherwise: AS_TEXT,
    traps: [
      "A contract cannot hold a secret: everything that it stores and is sent is public. Commit to a hash of a long random text, because a hash of a short one is guessed.",
    ],
    examples: [
      gives('{"$hash":["abc"]}', '"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"'),
    ],
  },
  short_hash: {
    ...HASHED,
    summary: "the RIPEMD-160 of the SHA-256 of a value, 40 hexadecimal characters",
    otherwise: AS_TEXT,
    examples: [gives('{"$short_hash":["abc"]}', '"261dbda81f380af4b7a3c0c27ab8d8a02fd8e95c"')],
  },
  id_hash: {
    ...HASHED,
    summary: "the short hash of a value with its checksum, 44 hexadecimal characters",
    otherwise: AS_TEXT,
    traps: ["The `$id_hash` of a public key is its address."],
    examples: [gives('{"$id_hash":["abc"]}', '"261dbda81f380af4b7a3c0c27ab8d8a02fd8e95c5676"')],
  },
  sign_verify: {
    parameters: [
      { name: "value", type: "any" },
      { name: "public_key", type: "text" },
      { name: "signature", type: "text" },
    ],
    result: "boolean",
    summary: "whether an Ed25519 signature of a value's text is valid",
    otherwise:
      "false for an invalid public key and for a signature whose length is not 128. A signature of 128 characters that is not hexadecimal fails the transaction.",
    cost: "the value's text, as in `$hash`, and `verification`",
    traps: [
      "A signature says nothing about how often it may be used: sign a number that counts up, or the hash of what is meant once.",
    ],
    examples: [
      gives(
        '{"$sign_verify":["abc","bbcb4135a120fa949e5e00a638136877cf618342f6e2d00da7c3340d4f0b59c4","00"]}',
        "false",
      ),
    ],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
