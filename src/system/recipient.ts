import { ADDRESS_LENGTH } from "../codec/address.js";
import type { Value } from "../codec/value.js";
import { call, FROM, parameter } from "./expression.js";

/** The recipient that a Send names. */
export const TO = parameter("to");

/** Refuses the sender's own address, as text. */
export const NOT_ONESELF: readonly [Value, Value] = [call("ne", FROM, TO), "You can't send to yourself. "];

/**
 * The last two conditions of a Send that a new network registers (PROTOCOL 6). A Send reads both balances before it
 * writes either, so one whose sender is also the recipient creates money. Keys are padded, so the sender's address
 * without its trailing zeros names the same cell. Addresses of full length differ in their cells when they differ as text.
 */
export const TO_ANOTHER: readonly (readonly [Value, Value])[] = [
  NOT_ONESELF,
  [
    call("eq", call("strlen", TO), BigInt(ADDRESS_LENGTH)),
    `The recipient's address must have ${ADDRESS_LENGTH} characters. `,
  ],
];
