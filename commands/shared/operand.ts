import type { ArgumentSpec } from "../../src/cli/command.js";

/** The value to hash: a text, or any value in the notation of `chainnode help parameters`. */
export const VALUE_ARGUMENT: ArgumentSpec = {
  name: "value",
  description: "a text; :=json for any other value, @file for a file's text, - for stdin",
  isRequired: true,
};
