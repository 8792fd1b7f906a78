import { listReadableCodes } from "../client/registered-codes.js";
import { isAddress } from "../codec/address.js";
import { ChainError } from "../codec/chain-error.js";
import type { ValueMap } from "../codec/value.js";
import type { Call } from "../node/calls/call.js";
import { callablesOf, chooseCallable } from "../node/calls/callables.js";
import { presetCallable } from "../node/calls/preset-callables.js";
import { assertAddresses, resolveAddresses } from "../node/calls/resolve-addresses.js";
import type { ResolveOptions } from "../node/keys/named-keys.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { Connection } from "./connection.js";
import type { Host } from "./host.js";

/** Addresses as they are written at the prompt: the names of keys stand for them. */
export interface Addresses {
  /**
   * The address of what was given: an address, the name of a key, or what has an address, such as an account. Left out
   * it is that of whoever signs when nobody is named. Throws `ADDRESS`, `KEY_UNKNOWN`.
   */
  resolve(given: unknown, options?: ResolveOptions): Promise<string>;
  /** The parameters of a call, with addresses in place of names where the code takes an address. Throws as `resolve`. */
  resolveCall(call: NamedCall, parameters: ValueMap, options?: ResolveOptions): Promise<ValueMap>;
  /** The same where it is known which parameters are addresses. */
  resolveEach(
    parameters: ValueMap,
    addresses: readonly string[],
    options?: ResolveOptions,
  ): Promise<ValueMap>;
  /** Throws `ADDRESS` when a parameter that is an address is signed as text that is none. */
  assertSigned(transaction: SignedTransaction): Promise<void>;
}

type NamedCall = Pick<Call, "kind" | "type" | "cid">;

const LITERALLY = "If the text itself is meant, add the option { raw: true }.";

export function createAddresses({ client, sandbox }: Connection, { keys }: Pick<Host, "keys">): Addresses {
  const known = new Map<string, readonly string[]>();

  /** The parameters that a code takes as addresses. */
  const findAddresses = async (call: NamedCall): Promise<readonly string[]> => {
    const addresses = (await findCallable(client, call))?.addresses ?? [];
    known.set(keyOf(call), addresses);
    return addresses;
  };

  /** Whether nothing is to be resolved: a script that sends much does not ask for all codes each time. */
  const isPlain = (call: NamedCall, parameters: ValueMap): boolean =>
    known.get(keyOf(call))?.every((name) => {
      const given = parameters.get(name);
      return typeof given !== "string" || isAddress(given);
    }) ?? false;

  const resolveEach: Addresses["resolveEach"] = (parameters, addresses, options) =>
    resolveAddresses(parameters, addresses, keys, { ...options, literally: () => LITERALLY });

  return {
    async resolve(given, options) {
      const own = given === undefined ? sandbox?.accounts[0] : given;
      const word = hasAddress(own) ? own.address : own;
      if (word === undefined || typeof word === "string") return keys.resolve(word, options);
      throw new ChainError("ADDRESS", "An address is text, or the name of a key. ", {
        kind: "usage",
        details: { type: word === null ? "null" : typeof word },
      });
    },

    async resolveCall(call, parameters, options) {
      return isPlain(call, parameters)
        ? parameters
        : resolveEach(parameters, await findAddresses(call), options);
    },

    resolveEach,

    async assertSigned({ type, cid, transaction }) {
      const call: NamedCall = { kind: "contract", type, cid: cid ?? undefined };
      if (isPlain(call, transaction)) return;
      assertAddresses(transaction, await findAddresses(call), LITERALLY);
    },
  };
}

function keyOf({ kind, type, cid }: NamedCall): string {
  return JSON.stringify([kind, type, cid]);
}

function hasAddress(given: unknown): given is { readonly address: string } {
  return typeof given === "object" && given !== null && typeof Reflect.get(given, "address") === "string";
}

/** A node that does not list its codes still has those that networks begin with. */
async function findCallable(
  client: Connection["client"],
  call: NamedCall,
): Promise<ReturnType<typeof chooseCallable>> {
  try {
    return chooseCallable(callablesOf(await listReadableCodes(client), call.kind), call);
  } catch (error) {
    if (error instanceof ChainError && error.kind === "refused") return presetCallable(call);
    throw error;
  }
}
