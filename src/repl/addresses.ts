import { findKnownCallable } from "../actions/check-call.js";
import { listReadableCodes } from "../client/registered-codes.js";
import { isAddress } from "../codec/address.js";
import type { ValueMap } from "../codec/value.js";
import type { NamedCall } from "../actions/callables.js";
import { assertParameters, resolveParameters } from "../actions/resolve-addresses.js";
import { resolveCid } from "../actions/spaces.js";
import type { ResolveOptions } from "../data/keys/named-keys.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { ConsoleConnection, Host } from "./connection.js";
import * as errors from "./errors.js";
import { assertWholeUnits } from "../records/units.js";
import { NO_USE, type ParameterUse } from "../records/parameter-use.js";

/** Resolves addresses at the prompt, where the names of keys may replace them. */
export interface Addresses {
  /**
   * Returns the address of an address, the name of a key, or an object with an address, such as an account. Without
   * an argument it is the address of the default signer. Throws `ADDRESS`, `KEY_UNKNOWN`.
   */
  resolve(given: unknown, options?: ResolveOptions): Promise<string>;
  /** A call's parameters with addresses for names, and its cid. Throws as `resolve` and `resolveCid` do. */
  resolveCall(
    call: Omit<NamedCall, "cid">,
    parameters: ValueMap,
    options?: ResolveOptions,
  ): Promise<ValueMap>;
  /** The cid of a space: by writer and name, as it is, or by part of it. Throws as `resolveCid` of the actions does. */
  resolveCid(space: string): Promise<string>;
  resolveEach(parameters: ValueMap, use: ParameterUse, options?: ResolveOptions): Promise<ValueMap>;
  /** Throws `ADDRESS` when a signed transaction has an address parameter that is not an address. */
  assertSigned(transaction: SignedTransaction): Promise<void>;
}

const LITERALLY = "If the text itself is meant, add the option { raw: true }.";

export function createAddresses(
  { client, sandbox }: ConsoleConnection,
  { keys }: Pick<Host, "keys">,
): Addresses {
  const known = new Map<string, ParameterUse>();

  const findUse = async (call: NamedCall): Promise<ParameterUse> => {
    const use = (await findKnownCallable(() => listReadableCodes(client), call)) ?? NO_USE;
    known.set(keyOf(call), use);
    return use;
  };

  /** Whether there is nothing to resolve, so that a script that sends much does not list all codes each time. */
  const isPlain = (call: NamedCall, parameters: ValueMap): boolean => {
    const use = known.get(keyOf(call));
    if (use === undefined) return false;
    assertWholeUnits(parameters, use.amounts);
    return use.addresses.every((name) => {
      const given = parameters.get(name);
      return typeof given !== "string" || isAddress(given);
    });
  };

  const findCid = (space: string): Promise<string> =>
    resolveCid(space, { keys, codes: () => listReadableCodes(client) });

  const resolveEach: Addresses["resolveEach"] = (parameters, use, options) =>
    resolveParameters(parameters, use, { ...options, keys, literally: () => LITERALLY });

  return {
    async resolve(given, options) {
      const own = given === undefined ? sandbox?.accounts[0] : given;
      const word = hasAddress(own) ? own.address : own;
      if (word === undefined || typeof word === "string") return keys.resolve(word, options);
      throw errors.addressType({ type: word === null ? "null" : typeof word });
    },

    resolveCid: findCid,

    async resolveCall(called, given, options) {
      const space = given.get("cid");
      const cid = typeof space === "string" ? await findCid(space) : undefined;
      const parameters = cid === undefined ? given : new Map(given).set("cid", cid);
      const call = { ...called, cid };
      return isPlain(call, parameters) ? parameters : resolveEach(parameters, await findUse(call), options);
    },

    resolveEach,

    async assertSigned({ type, cid, transaction }) {
      const call: NamedCall = { kind: "contract", type, cid: cid ?? undefined };
      if (isPlain(call, transaction)) return;
      assertParameters(transaction, await findUse(call), LITERALLY);
    },
  };
}

function keyOf({ kind, type, cid }: NamedCall): string {
  return JSON.stringify([kind, type, cid]);
}

function hasAddress(given: unknown): given is { readonly address: string } {
  return typeof given === "object" && given !== null && typeof Reflect.get(given, "address") === "string";
}
