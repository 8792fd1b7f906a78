import type { ArgumentSpec, Context, OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { completeNames, resolveAddress } from "../key/keys.js";

/** The value to hash: a text, or any value in the notation of `chainnode help parameters`. */
export const VALUE_ARGUMENT: ArgumentSpec = {
  name: "value",
  description: "string; :=json for any other value, @file for the content of a file, - for stdin",
  isRequired: true,
};

/** The argument of commands that hash the address of a code's writer. */
export const WRITER_ARGUMENT: ArgumentSpec = {
  name: "writer",
  description: "writer: address, name of a key, or node for the node's own key",
  isRequired: true,
  complete: completeNames,
};

export const LITERAL_WRITER_OPTION: OptionSpec = {
  name: "raw",
  description: "take arguments literally: do not replace names of keys by addresses",
};

/** The address of the writer; with `--raw`, the word itself. Throws as `NamedKeys.resolve` does. */
export async function readWriter(context: Context, input: Input): Promise<string> {
  const word = input.argument(WRITER_ARGUMENT.name);
  return input.flag(LITERAL_WRITER_OPTION.name) ? word : resolveAddress(context, word);
}
