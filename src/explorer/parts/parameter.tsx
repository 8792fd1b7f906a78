import type { JSX } from "preact";
import type { Value } from "../../client/index.js";
import { valueToText } from "../../codec/text.js";
import { parameterMeaning } from "../format/meaning.js";
import { AddressLink } from "./address-link.js";
import { Amount } from "./amount.js";
import { ShownValue } from "./value.js";

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
