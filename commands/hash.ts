import type { ArgumentSpec, Command, Context, OptionSpec } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { parseOperand } from "../src/cli/input/parameters.js";
import { lineOutcome } from "../src/cli/output/outcome.js";
import { publicKeyToAddress } from "../src/codec/address.js";
import { isKey } from "../src/codec/ed25519.js";
import { hashOf, idHashOf, shortHashOf, spaceIdOf, timeHash, merkleRoot } from "../src/codec/hash.js";
import { stateKeyOf } from "../src/codec/state-key.js";
import type { Value } from "../src/codec/value.js";
import { TEXT } from "../src/records/operations/json-schema.js";
import { completeNames, resolveAddress } from "./keys.js";
import { ATTRIBUTE_ARGUMENT, CELL_KEY_ARGUMENT, readCellKey } from "./state/cell.js";
import * as errors from "./errors.js";

/** The value to hash: a text, or any value in the notation of `chainnode help parameters`. */
const VALUE_ARGUMENT: ArgumentSpec = {
  name: "value",
  description: "string; :=json for any other value, @file for the content of a file, - for stdin",
  isRequired: true,
};
const WRITER_ARGUMENT: ArgumentSpec = {
  name: "writer",
  description: "writer: address, name of a key, or node for the node's own key",
  isRequired: true,
  complete: completeNames,
};
const SPACE_ARGUMENT: ArgumentSpec = { name: "space", description: "name of the space", isRequired: true };
const LITERAL_WRITER_OPTION: OptionSpec = {
  name: "raw",
  description: "take arguments literally: do not replace names of keys by addresses",
};

export const hashCommands = {
  value: ofValue(hashOf, {
    summary: "compute the hash of a value: SHA-256 of its text (64 characters)",
    examples: [
      { line: "chainnode hash value hello" },
      {
        explanation: "the hash of a map, from its canonical JSON",
        line: `chainnode hash value ':={"type":"Send"}'`,
      },
    ],
  }),
  short: ofValue(shortHashOf, {
    summary: "compute the short hash of a value: RIPEMD-160 of its hash (40 characters)",
    examples: [{ line: "chainnode hash short hello" }],
  }),
  id: ofValue(idHashOf, {
    summary: "compute the id hash of a value: its short hash with a checksum (44 characters)",
    examples: [
      { explanation: "the id of classic code", line: `chainnode hash id ':=["Send",""]'` },
      { line: "chainnode hash id hello" },
    ],
  }),
  time: {
    summary: "compute the time hash of a value: a time and its hash (78 characters)",
    description: ["Hashes of transactions and blocks begin with their time, so they sort by time."],
    arguments: [
      VALUE_ARGUMENT,
      { name: "timestamp", description: "microseconds since 1970", isRequired: true },
    ],
    examples: [{ line: "chainnode hash time hello 1795238606662000" }],
    result: TEXT,
    async run({ terminal }, input) {
      const timestamp = input.argument("timestamp");
      if (!/^-?[0-9]{1,18}$/.test(timestamp)) throw errors.timestampInvalid({ timestamp });
      const value = await parseOperand(input.argument("value"), terminal);
      return lineOutcome(timeHash(value, BigInt(timestamp)));
    },
  },
  merkle: {
    summary: "compute the Merkle root of a list of values (64 characters)",
    arguments: [
      { name: "item", description: "values in order, each as in chainnode hash value", isVariadic: true },
    ],
    examples: [{ line: "chainnode hash merkle one two three" }],
    result: TEXT,
    async run({ terminal }, input) {
      const items: Value[] = [];
      for (const word of input.rest("item")) items.push(await parseOperand(word, terminal));
      return lineOutcome(merkleRoot(items));
    },
  },
  address: {
    summary: "compute the address of a public key (44 characters)",
    arguments: [{ name: "public-key", description: "64 lower-case hex characters", isRequired: true }],
    examples: [
      { line: "chainnode hash address cf76238ca7d776e66ecd19c893781c47d1ca9c6267719c0e580dce5b2cd619cb" },
    ],
    result: TEXT,
    async run(_context, input) {
      const publicKey = input.argument("public-key");
      if (!isKey(publicKey)) throw errors.publicKey({ got: `${publicKey.length} characters` });
      return lineOutcome(publicKeyToAddress(publicKey));
    },
  },
  space: {
    summary: "compute the id of a space, the cid of its contracts (64 characters)",
    arguments: [WRITER_ARGUMENT, SPACE_ARGUMENT],
    options: [LITERAL_WRITER_OPTION],
    examples: [
      { line: "chainnode hash space 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop" },
      { line: "chainnode hash space alice shop", explanation: "by the name of a key" },
    ],
    result: TEXT,
    run: async (context, input) =>
      lineOutcome(spaceIdOf(await readWriter(context, input), input.argument("space"))),
  },
  "state-key": {
    summary: "compute the key of a state cell (at most 128 characters)",
    arguments: [WRITER_ARGUMENT, SPACE_ARGUMENT, ATTRIBUTE_ARGUMENT, CELL_KEY_ARGUMENT],
    options: [LITERAL_WRITER_OPTION],
    examples: [
      { line: "chainnode hash state-key 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop stock 01" },
      { line: "chainnode hash state-key alice shop stock bob", explanation: "by the names of keys" },
    ],
    result: TEXT,
    async run(context, input) {
      const writer = await readWriter(context, input);
      const part = input.flag(LITERAL_WRITER_OPTION.name)
        ? input.argument(CELL_KEY_ARGUMENT.name)
        : await readCellKey(context, input);
      const key = stateKeyOf(writer, input.argument("space"), input.argument("attribute"), part);
      if (key === null) throw errors.stateKeyPart({ key: part });
      return lineOutcome(key);
    },
  },
} satisfies Readonly<Record<string, Command>>;

function ofValue(hash: (value: Value) => string, about: Pick<Command, "summary" | "examples">): Command {
  return {
    ...about,
    arguments: [VALUE_ARGUMENT],
    result: TEXT,
    run: async ({ terminal }, input) =>
      lineOutcome(hash(await parseOperand(input.argument("value"), terminal))),
  };
}

/** The address of the writer; with `--raw`, the word itself. Throws as `NamedKeys.resolve` does. */
async function readWriter(context: Context, input: Input): Promise<string> {
  const word = input.argument(WRITER_ARGUMENT.name);
  return input.flag(LITERAL_WRITER_OPTION.name) ? word : resolveAddress(context, word);
}
