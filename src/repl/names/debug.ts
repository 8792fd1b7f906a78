import { defineNames } from "./name.js";

/** What looks back, and what only tries. */
export const DEBUG_NAMES = defineNames("debug", {
  ".trace <hash>": "the same as trace(hash)",
  ".why <hash>": "the same as why(hash)",
  "trace(hash | tx)":
    "executes a transaction again as its block did, or one of no block now: every operator with its value, and what stopped it",
  "at(height)":
    "the chain as it was after that block: state(kind, key), balance(address), resource(address), code(name), codes(), validators(), miners(), fixedHeight()",
  "whatIf(tx, { state, height })":
    "executes a transaction where cells are otherwise, such as { balance: { [address]: '5' } }",
  "diff(from, to)":
    "the state cells that two heights differ in, by name; a code is named in the table, and whole in what it answers",
  "why(hash | tx)": "where a transaction is: committed, pooled, refused, dropped, expired or unknown",
});
