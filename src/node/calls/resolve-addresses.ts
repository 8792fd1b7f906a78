import { isAddress } from "../../codec/address.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { NamedKeys, ResolveOptions } from "../keys/named-keys.js";

export interface AddressesOptions extends ResolveOptions {
  /** How to say that a parameter is meant as it is. */
  readonly literally: (parameter: string) => string;
}

/**
 * The parameters of a call with an address in place of each name of a key, where the code takes an address. Throws as
 * `NamedKeys.resolve`, and names the parameter.
 */
export async function resolveAddresses(
  parameters: ValueMap,
  addresses: Iterable<string>,
  keys: Pick<NamedKeys, "resolve">,
  { literally, ...options }: AddressesOptions,
): Promise<Map<string, Value>> {
  const resolved = new Map(parameters);
  for (const name of addresses) {
    const given = parameters.get(name);
    // What is no text is refused by the code itself.
    if (typeof given !== "string") continue;
    try {
      resolved.set(name, await keys.resolve(given, options));
    } catch (error) {
      throw error instanceof ChainError ? inParameter(error, name, literally(name)) : error;
    }
  }
  return resolved;
}

/** Throws `ADDRESS` when a parameter that the code takes as an address is text that is none: its names are signed. */
export function assertAddresses(parameters: ValueMap, addresses: Iterable<string>, literally: string): void {
  for (const name of addresses) {
    const given = parameters.get(name);
    if (typeof given !== "string" || isAddress(given)) continue;
    const refusal = new ChainError(
      "ADDRESS",
      `The parameter ${name} is signed as it is, and is no address. `,
      {
        kind: "usage",
        details: { address: given },
      },
    );
    throw inParameter(refusal, name, literally);
  }
}

function inParameter(cause: ChainError, parameter: string, literally: string): ChainError {
  const { code, message, kind, details, advice } = cause;
  return new ChainError(code, message, {
    kind,
    details: { parameter, ...details },
    advice: advice === undefined ? literally : `${advice} ${literally}`,
    cause,
  });
}
