/** Runs a scenario under the plain interpreter. */
import { executeBlock, executeRequest, type Called, type Result } from "../plain/block.js";
import { readCode } from "../plain/code.js";
import { cell, stateKey } from "../plain/hashes.js";
import { readJson, writeJson } from "../plain/json.js";
import { afterBlock, type Area, type Cells, type Updates } from "../plain/state.js";
import { isMap, type Dictionary, type Value } from "../plain/value.js";
import type { Report, Scenario } from "./scenario.js";

export function reportPlain(scenario: Scenario): Report {
  const before = cellsOf(scenario);
  const codes = scenario.codes.map(readCode);
  const called = scenario.calls.map((text, index): Called => {
    const code = codes[index % codes.length];
    if (code === undefined) throw new RangeError("A scenario has a code. ");
    const transaction = readJson(text);
    if (!isMap(transaction)) throw new TypeError("A transaction is a map. ");
    const public_key = scenario.signers[index % scenario.signers.length] ?? "";
    return { code, signed: { transaction, public_key, signature: "0".repeat(128) } };
  });
  if (scenario.kind === "request")
    return called.map(({ signed, code }) =>
      describe(executeRequest({ given: signed.transaction, code, before })),
    );
  const postProcess = scenario.fee === null ? undefined : readCode(scenario.fee);
  const alone = called.flatMap((one) => {
    const { results, updates } = executeBlock({ transactions: [one], postProcess, before });
    return [...results.map(describe), ...describeUpdates(updates)];
  });
  const { results, updates } = executeBlock({ transactions: called, postProcess, before });
  return [
    ...alone,
    `block ${results.map((result) => `${result.hash} ${fate(result)}`).join(", ")}`,
    ...describeUpdates(updates),
    describeState(afterBlock(before, updates)),
  ];
}

function cellsOf({ cells }: Scenario): Cells {
  const pick = (area: Area): Map<string, Value> =>
    new Map(
      cells
        .filter((one) => one.area === area)
        .flatMap((one) => {
          const key = stateKey(one, one.attribute, one.key);
          return key === undefined ? [] : [[cell(key), readJson(one.value)] as const];
        }),
    );
  return { universal: pick("universal"), local: pick("local") };
}

function describe(result: Result): string {
  if (result.kind === "refused") return `refused ${writeJson(result.message)}`;
  if (result.kind === "failed") return "failed";
  const { ok, result: value, weight } = result.outcome;
  return `${ok ? "passed" : "stopped"} ${writeJson(value)} weight ${weight}`;
}

/** The outcome of a transaction in a block, without its result, which the block does not have. */
function fate(result: Result): string {
  const passed = result.kind === "executed" && result.outcome.ok;
  return passed ? `passed weight ${result.outcome.weight}` : describe(result);
}

function describeUpdates(updates: Updates): string[] {
  return (["universal", "local"] as const).flatMap((area) =>
    [...updates[area]].map(
      ([key, update]) => `${area} ${key} old ${writeJson(update.old)} new ${writeJson(update.new)}`,
    ),
  );
}

function describeState(cells: Cells): string {
  const sorted = (map: Dictionary): string =>
    [...map]
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `${key}=${writeJson(value)}`)
      .sort()
      .join(" ");
  return `state universal ${sorted(cells.universal)} local ${sorted(cells.local)}`;
}
