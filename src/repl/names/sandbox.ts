import { defineNames } from "./name.js";

/** A chain of the console's own, whose time stands still until it is told to go. */
export const SANDBOX_NAMES = defineNames("sandbox", {
  "sandbox.accounts": "funded accounts, whose keys everybody knows",
  "sandbox.mine()": "lets time pass until every waiting transaction is in a block",
  "sandbox.warp(seconds)": "lets so much time pass",
  "sandbox.fund(address, amount)": "gives an address an amount, in the smallest unit",
});
