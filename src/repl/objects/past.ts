import type { StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { assertKind, listedCode } from "./code-record.js";
import { readHeight } from "./arguments.js";
import { PastState } from "../../replay/past-state.js";
import { cidOf } from "../../records/code.js";
import type { CodeKind } from "../../records/code-layout.js";
import { isReadable, codeRecord } from "../../records/stored-code.js";
import type { Addresses } from "../addresses.js";
import type { ConsoleName } from "../names/name.js";
import type { ConsoleConnection } from "../connection.js";
import { PAST_NAMES } from "../names/table.js";
import { withUsage } from "../names/with-usage.js";
import { printable } from "../print/shown-as.js";

export interface CodePlace {
  readonly kind?: CodeKind;
  readonly cid?: string;
}

const NAMED: ReadonlyMap<string, ConsoleName> = new Map(PAST_NAMES.map((entry) => [entry.name, entry]));

/** `at(height)`: the chain after that block. Every member returns a promise. */
export function createPastObject(
  { openChain }: ConsoleConnection,
  addresses: Addresses,
  given: number | bigint,
) {
  const height = readHeight(given);
  const past = new PastState(openChain, height);
  const members = {
    height,
    /** Null when the cell was absent. */
    state: (kind: StateKind, key: string) => past.state(kind, key),
    /** The balance in the smallest unit; null when the address had none. */
    balance: async (address?: unknown) => past.balance(await addresses.resolve(address)),
    resource: async (address?: unknown) => past.resource(await addresses.resolve(address)),
    /** The record of the code that a call would have found, null if none. */
    async code(name: string, { kind = "contract", cid }: CodePlace = {}): Promise<Value> {
      assertKind(kind);
      const { network } = await openChain();
      const place = cid === undefined ? network.rootCid : await addresses.resolveCid(cid);
      const found = (await past.codes()).filter(isReadable).findLast(({ method }) => {
        return method.name === name && method.kind === kind && cidOf(method) === place;
      });
      return found === undefined ? null : codeRecord(found);
    },
    /** The codes, as `code.list` returns them. */
    codes: async () => (await past.codes()).map(listedCode),
    /** The validator slots at the block's time, the newest last (PROTOCOL 9.13). */
    validators: () => past.validators(),
    miners: () => past.miners(),
    fixedHeight: () => past.fixedHeight(),
  };
  const calls = PAST_NAMES.map(({ signature }) => signature);
  return printable(
    withUsage(members, "", NAMED),
    () => `the chain after main block ${height}: ${calls.join(", ")}`,
  );
}
