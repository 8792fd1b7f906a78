import { isAddress } from "../codec/address.js";
import { ChainError } from "../codec/chain-error.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { NamedKeys, ResolveOptions } from "../data/keys/named-keys.js";
import { addressRefused } from "../data/keys/errors.js";
import { assertWholeUnits } from "../records/units.js";
import type { ParameterUse } from "../records/parameter-use.js";

interface ParametersOptions extends ResolveOptions {
  readonly keys: Pick<NamedKeys, "resolve">;
  /** Returns the advice how to pass a parameter literally. */
  readonly literally: (parameter: string) => string;
}

/** Replaces names of keys where the code takes addresses. Throws as `NamedKeys.resolve` does, and `UNITS_FRACTION`. */
export async function resolveParameters(
  parameters: ValueMap,
  { addresses, amounts }: ParameterUse,
  { keys, literally, ...options }: ParametersOptions,
): Promise<Map<string, Value>> {
  assertWholeUnits(parameters, amounts);
  const resolved = new Map(parameters);
  for (const name of addresses) {
    const given = parameters.get(name);
    // The code itself refuses a value that is not a string.
    if (typeof given !== "string") continue;
    try {
      resolved.set(name, await keys.resolve(given, options));
    } catch (error) {
      throw error instanceof ChainError ? inParameter(error, name, literally(name)) : error;
    }
  }
  return resolved;
}

/** Throws `ADDRESS` where a signed transaction has no address although the code takes one, and `UNITS_FRACTION`. */
export function assertParameters(
  parameters: ValueMap,
  { addresses, amounts }: ParameterUse,
  literally: string,
): void {
  assertWholeUnits(parameters, amounts);
  for (const name of addresses) {
    const given = parameters.get(name);
    if (typeof given !== "string" || isAddress(given)) continue;
    throw inParameter(
      addressRefused({ address: given, reason: "the transaction is signed as it is" }),
      name,
      literally,
    );
  }
}

function inParameter(cause: ChainError, parameter: string, literally: string): ChainError {
  const { advice } = cause;
  return cause.with({
    details: { parameter },
    advice: advice === undefined ? literally : `${advice} ${literally}`,
  });
}
