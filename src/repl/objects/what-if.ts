import { alterSource } from "../../replay/trial/altered-source.js";
import type { ChainSource } from "../../replay/trial/chain-source.js";
import { costOf } from "../../replay/trial/cost.js";
import { BY_ADDRESS, readGivenCells } from "../../replay/trial/given-cells.js";
import { sourceBefore } from "../../replay/trial/state-before.js";
import { assertReached } from "../../replay/trial/past-state.js";
import { trySigned, tryTransaction } from "../../replay/trial/try-transaction.js";
import { isMap, type Value } from "../../codec/value.js";
import type { Connection } from "../connection.js";
import { printable } from "../print/printable.js";
import type { Addresses } from "../addresses.js";
import { toValue } from "../to-value.js";
import { readHeight } from "./height.js";
import { outcomeText } from "./trace.js";
import type { GivenReader } from "./given-transaction.js";

export interface Supposition {
  /** Replaced cells: `{ universal, local }` by state key or attribute and key, `{ balance, resource }` by address. */
  readonly state?: unknown;
  /** Uses the state after this height instead of the tip's. */
  readonly height?: number | bigint;
}

/** `whatIf(tx, { state, height })`: executes a transaction on a modified state. Nothing is stored. */
export function createWhatIf({ openSource }: Connection, addresses: Addresses, read: GivenReader) {
  return async (transaction: unknown, { state = {}, height }: Supposition = {}) => {
    const given = await read(transaction);
    const source = await sourceAt(await openSource(), height);
    const { method } = source.codes.registry.contract(given.transaction.cid, given.transaction.type).code;
    const cells = await resolveAmounts(toValue(state), addresses);
    const altered = alterSource(source, readGivenCells(cells, method, source.network.rootSpace));
    const trial = given.isSigned
      ? await trySigned(altered, given.transaction)
      : await tryTransaction(altered, given.transaction, given.from);
    const { execution, reads, writes } = trial;
    const { fee } = costOf(trial, source);
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

async function sourceAt(source: ChainSource, given: number | bigint = source.height): Promise<ChainSource> {
  const height = readHeight(given);
  assertReached(height, source.height);
  return height === source.height ? source : sourceBefore(source, height + 1);
}
