import { parseJson } from "../../codec/parse-json.js";
import { isMap, memberOf, type Value } from "../../codec/value.js";
import { UNITS_PER_WEIGHT } from "../../replay/trial/fee.js";
import * as errors from "../errors.js";
import type { RecordedCall } from "./test-record.js";

export interface CallCost {
  /** The name with its space, such as `token/Transfer`. */
  readonly name: string;
  readonly calls: number;
  readonly size: number;
  readonly weight: bigint;
  /** The fee of the heaviest call in units, on networks with the contract Fee (PROTOCOL 6.17). */
  readonly fee: bigint;
}

export interface CostGrowth {
  readonly name: string;
  readonly what: "size" | "weight";
  readonly before: bigint;
  readonly now: bigint;
}

type CostSnapshot = ReadonlyMap<string, Readonly<Record<"size" | "weight", bigint>>>;

export function costsOf(calls: readonly RecordedCall[]): readonly CallCost[] {
  return calls.map(({ name, calls: count, size, weight }) => ({
    name,
    calls: count,
    size,
    weight: BigInt(weight),
    fee: BigInt(weight) * UNITS_PER_WEIGHT,
  }));
}

export function snapshotText(costs: readonly CallCost[]): string {
  const lines = costs.map(
    ({ name, size, weight }) => `  ${JSON.stringify(name)}: { "size": ${size}, "weight": ${weight} }`,
  );
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

/** Reads a snapshot. Throws `COSTS_FILE`. */
export function readSnapshot(text: string, file: string): CostSnapshot {
  const value = parseJson(text);
  if (!isMap(value) && !(Array.isArray(value) && value.length === 0)) throw errors.costsFile({ file });
  const entries = isMap(value) ? [...value] : [];
  return new Map(
    entries.map(([name, costs]) => [
      name,
      { size: integerIn(costs, "size", file), weight: integerIn(costs, "weight", file) },
    ]),
  );
}

function integerIn(costs: Value, name: string, file: string): bigint {
  const value = memberOf(costs, name);
  if (typeof value === "bigint") return value;
  throw errors.costsFile({ file });
}

/** The costs that are higher than in a snapshot. A contract that is not in the snapshot has not grown. */
export function growthSince(snapshot: CostSnapshot, costs: readonly CallCost[]): readonly CostGrowth[] {
  return costs.flatMap(({ name, size, weight }) => {
    const before = snapshot.get(name);
    if (before === undefined) return [];
    const both = [
      { name, what: "size", before: before.size, now: BigInt(size) },
      { name, what: "weight", before: before.weight, now: weight },
    ] as const;
    return both.filter((growth) => growth.now > growth.before);
  });
}
