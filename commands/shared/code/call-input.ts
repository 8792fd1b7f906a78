import type { OptionSpec } from "../../../src/cli/command.js";
import type { Context } from "../../../src/cli/context.js";
import type { GivenParameters } from "../../../src/cli/input/parameters.js";
import type { Input } from "../../../src/cli/input/input.js";
import type { Value } from "../../../src/codec/value.js";
import { openNamedKeys } from "../../key/keys.js";

/** The option of commands that call a code with parameters. */
export const LITERAL_OPTION: OptionSpec = {
  name: "raw",
  description: "take parameters as they are typed (default: names of keys become their addresses)",
};

export interface CallInputOptions {
  /** The names of the parameters that are addresses. */
  readonly addresses: readonly string[];
  /** Whether the zero address is refused; see `NamedKeys.resolve`. */
  readonly refusesZero?: boolean;
}

/**
 * The values of a call's parameters, with names of keys replaced by addresses. JSON values are left as they are, and
 * with `--raw` all values are. Throws as `resolveAddresses` does.
 */
export async function callParameters(
  context: Context,
  input: Input,
  { values, texts }: GivenParameters,
  { addresses, refusesZero = false }: CallInputOptions,
): Promise<ReadonlyMap<string, Value>> {
  const open = input.flag(LITERAL_OPTION.name) ? [] : addresses.filter((name) => texts.has(name));
  if (open.length === 0) return values;
  const { resolveAddresses } = await import("../../../src/node/calls/resolve-addresses.js");
  return resolveAddresses(values, open, await openNamedKeys(context), {
    refusesZero,
    literally: (name) => `If the text itself is meant, write ${name}:='"…"' or --raw.`,
  });
}
