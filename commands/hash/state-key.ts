import type { Command, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { ADDRESS_LENGTH } from "../../src/codec/address.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { stateKeyOf } from "../../src/codec/state-key.js";
import { isStateKeyPart } from "../../src/codec/state-key-part.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { completeNames, resolveAddress } from "../key/keys.js";
import { LITERAL_WRITER_OPTION, readWriter, WRITER_ARGUMENT } from "./arguments.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "compute the key of a state cell (at most 128 characters)",
  arguments: [
    WRITER_ARGUMENT,
    { name: "space", description: "name of the space", isRequired: true },
    { name: "attribute", description: "name of the attribute, such as balance", isRequired: true },
    {
      name: "key",
      description: "key of the cell: 2 to 64 hex characters, or the name of a key for its address",
      isRequired: true,
      complete: completeNames,
    },
  ],
  options: [LITERAL_WRITER_OPTION],
  examples: [
    { line: "chainnode hash state-key 4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f shop stock 01" },
    { line: "chainnode hash state-key alice shop stock bob", explanation: "by the names of keys" },
  ],
  result: TEXT,
  async run(context, input) {
    const writer = await readWriter(context, input);
    const part = await readKeyPart(context, input);
    const key = stateKeyOf(writer, input.argument("space"), input.argument("attribute"), part);
    if (key === null) throw invalidKey(part);
    return lineOutcome(key);
  },
};

/**
 * Hexadecimal text is a key as it is (PROTOCOL 2.5), unless it is as long as an address: then it must be a valid one.
 * Any other word is the name of a key.
 */
async function readKeyPart(context: Context, input: Input): Promise<string> {
  const word = input.argument("key");
  if (input.flag(LITERAL_WRITER_OPTION.name)) return word;
  if (isStateKeyPart(word) && word.length !== ADDRESS_LENGTH) return word;
  try {
    return await resolveAddress(context, word);
  } catch (error) {
    throw error instanceof ChainError && error.code === "KEY_UNKNOWN" ? invalidKey(word) : error;
  }
}

function invalidKey(word: string): ChainError {
  return errors.stateKeyPart({ key: word });
}
