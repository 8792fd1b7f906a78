import type { OptionSpec } from "../../../src/cli/command.js";
import type { Input } from "../../../src/cli/input/input.js";
import type { CodeKind } from "../../../src/records/code.js";

const KINDS: readonly CodeKind[] = ["contract", "request"];

/** The option of commands that name a code: a contract and a request may have the same name. */
export const KIND_OPTION: OptionSpec = {
  name: "kind",
  placeholder: "kind",
  choices: KINDS,
  description: "which of them, when both have the name",
};

export function readKind(input: Input): CodeKind | undefined {
  const option = input.option(KIND_OPTION.name);
  return KINDS.find((kind) => kind === option);
}
