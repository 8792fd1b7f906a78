import { positional, option, type Command, type Context } from "../src/cli/command.js";
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
import { ATTRIBUTE_ARGUMENT, CELL_KEY_ARGUMENT, readCellKey } from "./state/get.js";
import * as errors from "./errors.js";

/** The value to hash: a text, or any value in the notation of `chainnode help parameters`. */
const VALUE_ARGUMENT = positional(
  "<value>",
  "string; :=json for any other value, @file for the content of a file, - for stdin",
);
const WRITER_ARGUMENT = positional(
  "<writer>",
  "writer: address, name of a key, or node for the node's own key",
  { complete: completeNames },
);
const SPACE_ARGUMENT = positional("<space>", "name of the space");
const LITERAL_WRITER_OPTION = option(
  "--raw",
  "take arguments literally: do not replace names of keys by addresses",
);

export const hashCommands = {
  value: ofValue(hashOf, {
    summary: "compute the hash of a value: SHA-256 of its text (64 characters)",
    examples: [
      "chainnode hash value hello",
      "# the hash of a map, from its canonical JSON",
      `chainnode hash value ':={"type":"Send"}'`,
    ],
  }),
  short: ofValue(shortHashOf, {
    summary: "compute the short hash of a value: RIPEMD-160 of its hash (40 characters)",
    examples: ["chainnode hash short hello"],
  }),
  id: ofValue(idHashOf, {
    summary: "compute the id hash of a value: its short hash with a checksum (44 characters)",
    examples: ["# the id of classic code", `chainnode hash id ':=["Send",""]'`, "chainnode hash id hello"],
  }),
  time: {
    summary: "compute the time hash of a value: a time and its hash (78 characters)",
    description: ["Hashes of transactions and blocks begin with their time, so they sort by time."],
    arguments: [VALUE_ARGUMENT, positional("<timestamp>", "microseconds since 1970")],
    examples: ["chainnode hash time hello 1795238606662000"],
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
    arguments: [positional("[item...]", "values in order, each as in chainnode hash value")],
    examples: ["chainnode hash merkle one two three"],
    result: TEXT,
    async run({ terminal }, input) {
      const items: Value[] = [];
      for (const word of input.rest("item")) items.push(await parseOperand(word, terminal));
      return lineOutcome(merkleRoot(items));
    },
  },
  address: {
    summary: "compute the address of a public key (44 characters)",
    arguments: [positional("<public-key>", "64 lower-case hex characters")],
    examples: ["chainnode hash address cf76238ca7d776e66ecd19c893781c47d1ca9c6267719c0e580dce5b2cd619cb"],
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
      "chainnode hash space 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop",
      "# by the name of a key",
      "chainnode hash space alice shop",
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
      "chainnode hash state-key 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop stock 01",
      "# by the names of keys",
      "chainnode hash state-key alice shop stock bob",
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
