import type { ArgumentSpec, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { StoredCode } from "../../src/records/stored-code.js";
import { offered } from "../completers.js";
import { readKind } from "../options.js";
import { workspaceOf } from "../workspace.js";

/** The registered code that a command shows. */
export const CODE_ARGUMENT: ArgumentSpec = {
  name: "code",
  description: "name of the code, or its id or the first characters of it",
  isRequired: true,
  complete: offered(async (context) =>
    (await workspaceOf(context).readableCodes()).map(({ method }) => method.name),
  ),
};

/** Reads the code that the argument and `KIND_OPTION` name, and notes why it is broken. Throws as `findCode` does. */
export async function readRegisteredCode(context: Context, input: Input): Promise<StoredCode> {
  const { findCode } = await import("../../src/client/registered-codes.js");
  const client = await workspaceOf(context).client();
  const code = await findCode(client, input.argument(CODE_ARGUMENT.name), readKind(input));
  if (code.broken !== null) context.note(`This code is broken: ${code.broken}. Every call of it fails.`);
  return code;
}
