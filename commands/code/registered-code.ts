import { positional, type Context, type OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { StoredCode } from "../../src/records/stored-code.js";
import { offered } from "../completers.js";
import { cidOption, readCid } from "../call-input.js";
import { KIND_OPTION, readKind } from "../options.js";

export const completeCodeNames = offered(async (context) =>
  (await context.workspace.readableCodes()).map(({ method }) => method.name),
);

export const CODE_ARGUMENT = positional(
  "<code>",
  "name of the code, or its id or the first characters of it",
  { complete: completeCodeNames },
);

export const CODE_OPTIONS: readonly OptionSpec[] = [
  KIND_OPTION,
  { ...cidOption("code"), default: "any; the network's own when several have the name" },
];

/** Reads the code that the argument and `CODE_OPTIONS` name, and notes why it is broken. Throws as `chooseCode` does. */
export async function readRegisteredCode(context: Context, input: Input): Promise<StoredCode> {
  const { chooseCode } = await import("../../src/client/registered-codes.js");
  const code = chooseCode(await context.workspace.codes(), input.argument(CODE_ARGUMENT.name), {
    kind: readKind(input),
    cid: await readCid(context, input),
  });
  if (code.broken !== null) context.note(`This code is broken: ${code.broken}. Every call of it fails.`);
  return code;
}
