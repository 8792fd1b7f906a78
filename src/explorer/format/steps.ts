import { parseDecimal, rescale } from "../../codec/decimal.js";
import { valueToText } from "../../codec/text.js";
import type { CellHistory } from "../../client/index.js";

export interface Step {
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

export function boundsOf(steps: readonly Step[]): { readonly least: bigint; readonly most: bigint } {
  const units = steps.map(({ units }) => units);
  return {
    least: units.reduce((least, each) => (each < least ? each : least)),
    most: units.reduce((most, each) => (each > most ? each : most)),
  };
}

/** The SVG path of an amount over heights: level from block to block. Undefined without a step. */
export function stepPath(
  steps: readonly Step[],
  last: number,
  { width, height }: { readonly width: number; readonly height: number },
): string | undefined {
  const [first] = steps;
  if (first === undefined) return undefined;
  const span = Math.max(last - first.height, 1);
  const { least, most } = boundsOf(steps);
  const range = most > least ? most - least : 1n;
  const x = (at: number): string => ((Math.min(at - first.height, span) / span) * width).toFixed(1);
  // In thousandths of the height: a float cannot hold every amount.
  const y = (units: bigint): string =>
    (height - (Number(((units - least) * 1000n) / range) / 1000) * height).toFixed(1);
  const parts = steps.map(({ height: at, units }, index) =>
    index === 0 ? `M0 ${y(units)}` : `H${x(at)}V${y(units)}`,
  );
  return `${parts.join("")}H${width}`;
}
