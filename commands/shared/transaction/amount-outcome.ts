import type { OptionSpec } from "../../../src/cli/command.js";
import { unitsToAmount } from "../../../src/cli/input/amount.js";
import type { Outcome } from "../../../src/cli/output/outcome.js";
import { objectToValue } from "../../../src/codec/value.js";

export const UNITS_OPTION: OptionSpec = {
  name: "raw",
  description: "amounts in units, of which a coin has 10^18",
};

export interface AmountAnswer {
  readonly address: string;
  /** Of the member in `--json`, which is in units always. */
  readonly name: string;
  readonly units: string;
  readonly isRaw: boolean;
}

/** The amount of one address: a bare number, so that scripts can take it as it is. */
export function amountOutcome({ address, name, units, isRaw }: AmountAnswer): Outcome {
  return {
    data: objectToValue({ address, [name]: units }),
    text: () => `${isRaw ? units : unitsToAmount(units)}\n`,
  };
}
