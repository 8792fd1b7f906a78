import { defineNames } from "./name.js";

/** The members of `at(height)`. */
export const PAST_NAMES = defineNames("debug", {
  "state(kind, key)": "the value of a universal or local state key",
  "balance(address?)": "the balance in units",
  "resource(address?)": "the unrefined resource in units",
  "code(name, { kind, cid }?)": "the record of a code",
  "codes()": "the registered codes",
  "validators()": "the validator slots of the block",
  "miners()": "the addresses to which the slots' rewards are paid",
  "fixedHeight()": "the number of paid resource blocks",
});

/** Functions that look back, and functions that only try. */
export const DEBUG_NAMES = defineNames("debug", {
  ".trace <hash>": "the same as trace(hash)",
  ".why <hash>": "the same as why(hash)",
  "trace(hash | tx)":
    "executes a transaction again as its block did, or on the current state: every operator with its value, and what stopped it",
  "at(height)": `the chain after that block: ${PAST_NAMES.map(({ signature }) => signature).join(", ")}`,
  "whatIf(tx, { state: { universal, local, balance, resource }, height }?)":
    "executes a transaction on a changed state, such as { state: { balance: { [address]: '5' } } }",
  "diff(from, to)":
    "the state cells that differ between two heights, by name; the table shortens codes, the result holds them in full",
  "why(hash | tx)": "where a transaction is: committed, pooled, refused, dropped, expired or unknown",
});
