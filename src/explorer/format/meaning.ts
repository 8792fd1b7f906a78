import { isAddress } from "../../codec/address.js";
import { isDecimal } from "../../codec/decimal.js";
import type { Value } from "../../codec/value.js";

/** What a parameter most likely stands for, so that a page shows more than its text. */
export type Meaning = "address" | "amount" | "value";

const AMOUNT = "amount";
const ADDRESS_TEXT = /^[0-9a-f]{44}$/;

/** The meaning of a parameter. Only the network's own contracts count in units of coins. */
export function parameterMeaning(name: string, value: Value, isNetworks: boolean): Meaning {
  if (typeof value !== "string") return "value";
  if (ADDRESS_TEXT.test(value) && isAddress(value)) return "address";
  if (isNetworks && name === AMOUNT && isDecimal(value)) return "amount";
  return "value";
}
