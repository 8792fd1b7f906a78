import { parseDecimal, rescale } from "../../codec/decimal.js";
import { valueToText } from "../../codec/text.js";
import type { CellHistory } from "../../client/index.js";

interface Step {
  readonly height: number;
  readonly units: bigint;
}

/** The amounts that a cell held, oldest first. An absent cell and a value that is not an amount count as 0. */
export function amountSteps(values: CellHistory["values"]): readonly Step[] {
  return values
    .map(({ height, value }) => {
      const amount = parseDecimal(valueToText(value));
      return { height, units: amount === null ? 0n : rescale(amount, 0).units };
    })
    .reverse();
}

/** The amounts after blocks that are evenly apart, from the first step to the last block. */
export function sampledSteps(steps: readonly Step[], last: number, most: number): readonly Step[] {
  const [first] = steps;
  if (first === undefined) return [];
  const span = Math.max(last - first.height, 0);
  const count = Math.min(most, span + 1);
  return Array.from({ length: count }, (_, index) => {
    const height = first.height + Math.round((span * index) / Math.max(count - 1, 1));
    return { height, units: steps.findLast((step) => step.height <= height)?.units ?? 0n };
  });
}
