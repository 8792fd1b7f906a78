import type { Value } from "../../codec/value.js";
import { OPERATORS } from "../../records/operators/table.js";
import { printable } from "../print/printable.js";
import { toValue } from "../to-value.js";

/** Builds the call of an operator from its arguments (PROTOCOL 7). */
export type OperatorBuilder = (...args: readonly unknown[]) => ReadonlyMap<string, Value>;

/** `op`: one builder for every operator, by its name without the dollar sign. */
export function createOperators(): Readonly<Record<string, OperatorBuilder>> {
  const names = [...OPERATORS.keys()];
  const builders = names.map((name): [string, OperatorBuilder] => [
    name,
    (...args) => new Map([[`$${name}`, args.map(toValue)]]),
  ]);
  return printable(Object.fromEntries(builders), ({ dim }) => {
    const list = names.toSorted().join("  ");
    return `op.<operator>(...arguments)\n  ${dim("the call of an operator, as codes hold it:")}\n${list}\n`;
  });
}
