import type { Value, ValueMap } from "../codec/value.js";
import { amountOf, debit } from "./balances.js";
import {
  call,
  FROM,
  loadParameter,
  readUniversalCell,
  wholeProduct,
  writeUniversalCell,
} from "./expression.js";
import { MULTIPLIER } from "./fees.js";

/**
 * The parts that both versions of Refine share: the conversion, and the seasons that reduce it (PROTOCOL 6.15, 6.17).
 */

const FIRST_LIMIT = "1000000000000000000000000000";
const DECAY = "0.84375";
const SMALLEST_MULTIPLIER = "0.0000001";

const amount = loadParameter("amount");
const reductionLimit = readUniversalCell("reduction_limit", FIRST_LIMIT);
const seasonSupply = readUniversalCell("season_supply", "0");
/** A season ends with the first Refine after its supply exceeded the limit. */
const isTurn = call("gt", seasonSupply, reductionLimit);
const decayed = call("precise_mul", MULTIPLIER, DECAY, 10n);
const nextMultiplier = call("if", call("lt", decayed, SMALLEST_MULTIPLIER), SMALLEST_MULTIPLIER, decayed);

export const REFINED: ValueMap = wholeProduct(amount, MULTIPLIER);

export const REFINE_CONDITIONS: readonly (readonly [Value, Value])[] = [
  [call("gt", amount, "0"), "The amount to be refined must be greater than zero. "],
  [call("eq", call("scale", amount), "0"), "The amount to be refined must be an integer. "],
  [
    call("gte", amountOf("resource", FROM), amount),
    "The amount to be refined must be greater than or equal to the amount of resources you have. ",
  ],
  [call("gt", REFINED, "0"), "The refined amount must be greater than zero. "],
];

/** All updates except the sender's balance and the fee. All values are read before any is written. */
export const REFINE_UPDATES: readonly ValueMap[] = [
  writeUniversalCell(
    "reduction_limit",
    call("if", isTurn, wholeProduct(FIRST_LIMIT, nextMultiplier), reductionLimit),
  ),
  writeUniversalCell("multiplier", call("if", isTurn, nextMultiplier, MULTIPLIER)),
  writeUniversalCell("total_supply", call("add", readUniversalCell("total_supply", "0"), REFINED)),
  writeUniversalCell("season_supply", call("if", isTurn, "0", call("add", seasonSupply, REFINED))),
  debit("resource", FROM, amount),
];
