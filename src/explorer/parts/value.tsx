import type { JSX } from "preact";
import { canonicalJson, type Value } from "../../client/index.js";
import { HostileText } from "./text.js";
import { amountText } from "../../codec/coins.js";
import { grouped } from "../format/numbers.js";
import { valueToText } from "../../codec/text.js";
import { parameterMeaning } from "../format/meaning.js";
import { AddressLink } from "./address-link.js";

/** A value of the protocol as its JSON; null is an absent cell. */
export function ShownValue({ value }: { readonly value: Value }): JSX.Element {
  if (value === null) return <span class="dim">none</span>;
  return (
    <code>
      <HostileText text={typeof value === "string" ? value : canonicalJson(value)} short={120} />
    </code>
  );
}

/** An amount in units, shown in coins, with its sign if it has one; the units are in its title. */
export function Amount({ units }: { readonly units: string }): JSX.Element {
  return (
    <span class="number" title={`${units} units`}>
      <HostileText text={(units.startsWith("+") ? "+" : "") + grouped(amountText(units))} />
    </span>
  );
}

interface ParameterProps {
  readonly name: string;
  readonly value: Value;
  /** Whether it is of one of the network's own codes. */
  readonly isNetworks: boolean;
}

/** The value of a parameter as what it most likely stands for: an address as a link, an amount in coins. */
export function ShownParameter({ name, value, isNetworks }: ParameterProps): JSX.Element {
  const meaning = parameterMeaning(name, value, isNetworks);
  if (meaning === "address") return <AddressLink address={valueToText(value)} />;
  if (meaning === "amount") return <Amount units={valueToText(value)} />;
  return <ShownValue value={value} />;
}
