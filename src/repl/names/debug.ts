import { defineNames } from "./name.js";

/** The members of `at(height)`. */
export const PAST_NAMES = defineNames("debug", {
  "state(kind, key)": "the value of a universal or local state key",
  "balance(address?)": "the balance in the smallest unit",
  "resource(address?)": "the resource amount in the smallest unit",
  "code(name, { kind, cid }?)": "the record of a code",
  "codes()": "what was registered",
  "validators()": "who could seal the block",
  "miners()": "who was paid for the slots",
  "fixedHeight()": "how many resource blocks had been paid",
});

/** Functions that look back, and functions that only try. */
export const DEBUG_NAMES = defineNames("debug", {
  ".trace <hash>": "the same as trace(hash)",
  ".why <hash>": "the same as why(hash)",
  "trace(hash | tx)":
    "executes a transaction again as its block did, or one of no block now: every operator with its value, and what stopped it",
  "at(height)": `the chain as it was after that block: ${PAST_NAMES.map(({ signature }) => signature).join(", ")}`,
  "whatIf(tx, { state: { universal, local, balance, resource }, height }?)":
    "executes a transaction where cells are otherwise, such as { state: { balance: { [address]: '5' } } }",
  "diff(from, to)":
    "the state cells that two heights differ in, by name; a code is named in the table, and whole in what it answers",
  "why(hash | tx)": "where a transaction is: committed, pooled, refused, dropped, expired or unknown",
});
