import { OWN_BALANCE, setAmount, debit, amountOf, credit } from "./balances.js";
import type { ClassicContract, ClassicRequest } from "./classic-code.js";
import { call, FROM, wholeProduct, loadParameter, writeLocal } from "./expression.js";
import { recycle, FEE_BY_SIZE } from "./fees.js";
import { CODE, codeMember, registrationConditions } from "./registration.js";
import { REFINE_CONDITIONS, REFINE_UPDATES, REFINED } from "./refining.js";
import { ADDRESS_LENGTH } from "../codec/address.js";
import type { Value } from "../codec/value.js";

const TO = loadParameter("to");

/** Refuses the text of the sender's own address. */
const NOT_ONESELF: readonly [Value, Value] = [call("ne", FROM, TO), "You can't send to yourself. "];

/**
 * The last two conditions of a Send that a new network registers (PROTOCOL 6.18). A Send reads both balances before it
 * writes either, so a Send to the sender's own cell creates money. Keys are padded (PROTOCOL 2.7), so the sender's
 * address without its trailing zeros names the same cell. Different addresses of full length always name different
 * cells.
 */
const TO_ANOTHER: readonly (readonly [Value, Value])[] = [
  NOT_ONESELF,
  [
    call("eq", call("strlen", TO), BigInt(ADDRESS_LENGTH)),
    `The recipient's address must have ${ADDRESS_LENGTH} characters. `,
  ],
];

const GIFT = "30000000000000000000000";
const LIMIT = "50000000000000000000000";
const balanceAfter = call("add", OWN_BALANCE, GIFT);

/** Faucet 2, for test networks: adds 30,000 coins to a balance that stays below 50,000 (PROTOCOL 6.17). */
export const FAUCET_2: ClassicContract = {
  name: "Faucet",
  version: "2",
  parameters: [],
  conditions: [[call("lt", balanceAfter, LIMIT), "You have enough balance already. "]],
  updates: [setAmount("balance", FROM, balanceAfter)],
};

const fee = wholeProduct(call("weight"), "1000000000");

/** Fee 2: the post-process of every transaction. The fee is 10^9 for each unit of weight (PROTOCOL 6.7, 6.17). */
export const FEE_2: ClassicContract = {
  name: "Fee",
  version: "2",
  parameters: [],
  conditions: [[call("gte", OWN_BALANCE, fee), "The balance does not cover the fee. "]],
  updates: [debit("balance", FROM, fee), recycle(fee)],
};

/** GetBalance 1: the balance of an address (PROTOCOL 6.16). */
export const GET_BALANCE_1: ClassicRequest = {
  name: "GetBalance",
  version: "1",
  parameters: [{ name: "address", maxlength: 44n, default: "" }],
  conditions: [],
  response: { balance: amountOf("balance", loadParameter("address")) },
};

/** HotFix 2: a version that always fails, which closes the contract (PROTOCOL 6.16). */
export const HOT_FIX_2: ClassicContract = {
  name: "HotFix",
  version: "2",
  parameters: [],
  conditions: [[false, "It's closed contract. "]],
  updates: [],
};

const codeId = call("hash", [codeMember("w"), codeMember("s"), codeMember("n")]);

/** Publish 1: any sender registers a code in the method format whose writer is the sender (PROTOCOL 6.17). */
export const PUBLISH_1: ClassicContract = {
  name: "Publish",
  version: "1",
  parameters: [{ name: "code", maxlength: 65_536n, default: null }],
  conditions: [
    [call("eq", codeMember("w"), FROM), "Writer must be the from address. "],
    ...registrationConditions({
      type: "t",
      name: "n",
      version: "v",
      space: "s",
      spaceTitle: "space",
      codeId,
    }),
  ],
  updates: [writeLocal(codeMember("t"), codeId, CODE)],
};

/** Refine 2: turns resource into balance and takes the fee by size from the refined amount (PROTOCOL 6.15). */
export const REFINE_2: ClassicContract = {
  name: "Refine",
  version: "2",
  parameters: [{ name: "amount", maxlength: 40n, default: 0n }],
  conditions: [
    ...REFINE_CONDITIONS,
    [call("gt", REFINED, FEE_BY_SIZE), "The refined amount must be greater than the fee. "],
  ],
  updates: [
    recycle(FEE_BY_SIZE),
    ...REFINE_UPDATES,
    setAmount("balance", FROM, call("sub", call("add", OWN_BALANCE, REFINED), FEE_BY_SIZE)),
  ],
};

/** Refine 4: Refine 2 without a fee, because the contract Fee takes it (PROTOCOL 6.17). */
export const REFINE_4: ClassicContract = {
  name: "Refine",
  version: "4",
  parameters: [{ name: "amount", maxlength: 40n, default: null }],
  conditions: REFINE_CONDITIONS,
  updates: [...REFINE_UPDATES, credit("balance", FROM, REFINED)],
};

const amount = loadParameter("amount");

/**
 * Send 3 as the public network recorded it: moves an amount of balance and takes the fee by size (PROTOCOL 6.14). It
 * creates money when the sender is also the recipient (PROTOCOL 6.18). Chains that registered it keep it.
 */
export const RECORDED_SEND_3: ClassicContract = {
  name: "Send",
  version: "3",
  parameters: [
    { name: "to", maxlength: 44n, default: null },
    { name: "amount", maxlength: 40n, default: 0n },
  ],
  conditions: [
    [call("gte", OWN_BALANCE, call("add", amount, FEE_BY_SIZE)), "You can't send more than what you have. "],
    [call("gte", amount, "0"), "Amount must exceed zero. "],
  ],
  updates: [
    setAmount("balance", FROM, call("sub", call("sub", OWN_BALANCE, amount), FEE_BY_SIZE)),
    credit("balance", TO, amount),
    recycle(FEE_BY_SIZE),
  ],
};

/** Send 3 as a new network registers it: only to another address (PROTOCOL 6.18). */
export const SEND_3: ClassicContract = {
  ...RECORDED_SEND_3,
  conditions: [...RECORDED_SEND_3.conditions, ...TO_ANOTHER],
};

const AMOUNT_CONDITIONS: ClassicContract["conditions"] = [
  [call("gt", amount, "0"), "The amount must be greater than zero. "],
  [call("gte", OWN_BALANCE, amount), "You can't send more than what you have. "],
];

/**
 * Send 5 as the public network has it: moves an amount of balance to another address without a fee, because the
 * contract Fee takes it (PROTOCOL 6.17). It creates money when `to` is the sender's address without its trailing zeros
 * (PROTOCOL 6.18). Chains that registered it keep it.
 */
export const RECORDED_SEND_5: ClassicContract = {
  name: "Send",
  version: "5",
  parameters: [
    { name: "to", maxlength: 44n, default: null },
    { name: "amount", maxlength: 40n, default: null },
  ],
  conditions: [NOT_ONESELF, ...AMOUNT_CONDITIONS],
  updates: [debit("balance", FROM, amount), credit("balance", TO, amount)],
};

/** Send 5 as a new network registers it: only to another address, in any spelling (PROTOCOL 6.18). */
export const SEND_5: ClassicContract = {
  ...RECORDED_SEND_5,
  conditions: [...AMOUNT_CONDITIONS, ...TO_ANOTHER],
};
