import { ADDRESS_LENGTH } from "../codec/address.js";
import type { Value } from "../codec/value.js";
import { call, FROM, loadParameter } from "./expression.js";

export const TO = loadParameter("to");

/** Refuses the text of the sender's own address. */
export const NOT_ONESELF: readonly [Value, Value] = [call("ne", FROM, TO), "You can't send to yourself. "];

/**
 * The last two conditions of a Send that a new network registers (PROTOCOL 6.18). A Send reads both balances before it
 * writes either, so a Send to the sender's own cell creates money. Keys are padded (PROTOCOL 2.7), so the sender's
 * address without its trailing zeros names the same cell. Different addresses of full length always name different
 * cells.
 */
export const TO_ANOTHER: readonly (readonly [Value, Value])[] = [
  NOT_ONESELF,
  [
    call("eq", call("strlen", TO), BigInt(ADDRESS_LENGTH)),
    `The recipient's address must have ${ADDRESS_LENGTH} characters. `,
  ],
];
