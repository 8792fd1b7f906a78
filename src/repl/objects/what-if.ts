import { altered } from "../../replay/altered.js";
import { costOf } from "../../replay/trial/fee.js";
import { BY_ADDRESS, readGivenCells } from "../../replay/trial/given-cells.js";
import { trySigned, tryTransaction } from "../../replay/trial/try-transaction.js";
import { isMap, type Value } from "../../codec/value.js";
import type { ConsoleConnection } from "../connection.js";
import { printable } from "../print/shown-as.js";
import type { Addresses } from "../addresses.js";
import { toValue } from "../to-value.js";
import { readHeight, type GivenReader } from "./arguments.js";
import { outcomeText } from "./trace.js";

export interface WhatIfOptions {
  /** Replaced cells: `{ universal, local }` by state key or attribute and key, `{ balance, resource }` by address. */
  readonly state?: unknown;
  /** Uses the state after this height instead of the tip's. */
  readonly height?: number | bigint;
}

/** `whatIf(tx, { state, height })`: executes a transaction on a modified state. Nothing is stored. */
export function createWhatIf({ openChain }: ConsoleConnection, addresses: Addresses, read: GivenReader) {
  return async (transaction: unknown, { state = {}, height }: WhatIfOptions = {}) => {
    const given = await read(transaction);
    const tip = await openChain();
    const chain = height === undefined ? tip : await tip.at(readHeight(height));
    const { method } = chain.codes.registry.contract(given.transaction.cid, given.transaction.type).code;
    const resolved = await resolveAmounts(toValue(state), addresses);
    const cells = readGivenCells(resolved, method, chain.network.rootSpace);
    const supposed = chain.over(altered(chain.reader, cells));
    const trial = given.isSigned
      ? await trySigned(supposed, given.transaction)
      : await tryTransaction(supposed, given.transaction, given.from);
    const { execution, reads, writes } = trial;
    const { fee } = costOf(trial, chain);
    const outcome = {
      ok: execution.ok,
      result: execution.ok ? execution.result : execution.message,
      weight: execution.weight,
      fee,
      height: trial.height,
      reads,
      writes,
    };
    return printable(outcome, (style) =>
      outcomeText(trial, style, fee === null ? [] : [["fee", fee.toString()]]),
    );
  };
}

/** Resolves names of keys in amounts by address. */
async function resolveAmounts(state: Value, addresses: Addresses): Promise<Value> {
  if (!isMap(state)) return state;
  const resolved = new Map(state);
  for (const attribute of BY_ADDRESS) {
    const amounts = state.get(attribute);
    if (!isMap(amounts)) continue;
    const byAddress = new Map<string, Value>();
    for (const [name, amount] of amounts) byAddress.set(await addresses.resolve(name), amount);
    resolved.set(attribute, byAddress);
  }
  return resolved;
}
