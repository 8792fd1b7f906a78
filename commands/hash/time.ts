import type { Command } from "../../src/cli/command.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { timeHash } from "../../src/codec/time.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { VALUE_ARGUMENT } from "./arguments.js";
import * as errors from "../errors.js";

export const command: Command = {
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
    if (!/^-?[0-9]{1,18}$/.test(timestamp)) {
      throw errors.timestampInvalid({ timestamp });
    }
    return lineOutcome(timeHash(await parseOperand(input.argument("value"), terminal), BigInt(timestamp)));
  },
};
