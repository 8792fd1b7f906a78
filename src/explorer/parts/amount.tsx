import type { JSX } from "preact";
import { amountText } from "../../codec/coins.js";
import { grouped } from "../format/numbers.js";
import { HostileText } from "./text.js";

/** An amount in units, shown in coins, with its sign if it has one; the units are in its title. */
export function Amount({ units }: { readonly units: string }): JSX.Element {
  return (
    <span class="number" title={`${units} units`}>
      <HostileText text={(units.startsWith("+") ? "+" : "") + grouped(amountText(units))} />
    </span>
  );
}
