import type { Value, ValueMap } from "../codec/value.js";
import { call, FROM, readUniversal, writeUniversal } from "./expression.js";

/** The attributes of the cells that hold an address's amounts (PROTOCOL 4.5). */
type Amount = "balance" | "resource";

export function amountOf(amount: Amount, address: Value): ValueMap {
  return readUniversal(amount, address, "0");
}

export function setAmount(amount: Amount, address: Value, value: Value): ValueMap {
  return writeUniversal(amount, address, value);
}

export function credit(amount: Amount, address: Value, value: Value): ValueMap {
  return setAmount(amount, address, call("add", amountOf(amount, address), value));
}

export function debit(amount: Amount, address: Value, value: Value): ValueMap {
  return setAmount(amount, address, call("sub", amountOf(amount, address), value));
}

export const OWN_BALANCE: ValueMap = amountOf("balance", FROM);
