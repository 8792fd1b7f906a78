import type { ArgumentSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { ResolveOptions } from "../../src/node/keys/named-keys.js";
import { completeNames, openNamedKeys } from "../key/keys.js";

export const ADDRESS_ARGUMENT: ArgumentSpec = {
  name: "address",
  description:
    "an address, the name of a key, or node for the node's own (default: the default key's address)",
  complete: completeNames,
};

/** An address as typed, or the address of a named key or of the default key. Throws as `NamedKeys.resolve` does. */
export async function resolveAddress(
  context: Context,
  word: string | undefined,
  options?: ResolveOptions,
): Promise<string> {
  return (await openNamedKeys(context)).resolve(word, options);
}
