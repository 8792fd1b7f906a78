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
  /** The name of the member in `--json`, which is always in units. */
  readonly name: string;
  readonly units: string;
  readonly isRaw: boolean;
}

/** The amount of one address: a bare number, for scripts. */
export function amountOutcome({ address, name, units, isRaw }: AmountAnswer): Outcome {
  return {
    data: objectToValue({ address, [name]: units }),
    text: () => `${isRaw ? units : unitsToAmount(units)}\n`,
  };
}
