import { defineNames } from "./name.js";

/** A private chain whose time stands still until it is advanced. */
export const SANDBOX_NAMES = defineNames("sandbox", {
  "sandbox.accounts":
    "the accounts of a development network, whose keys everybody knows; with --dev the first signs when no key is named, and is a network manager",
  "sandbox.mine(rounds?)":
    "lets rounds pass, or as many as it takes until nothing waits; what waits in a round becomes its block. Ctrl-C ends it between two blocks",
  "sandbox.mineResource(count?)":
    "lets resource intervals pass, and mines a resource block after each. Ctrl-C ends it between two blocks",
  "sandbox.warp(seconds)": "lets so much time pass",
  "sandbox.snapshot()": "remembers time, pool and both chains, and answers a number",
  "sandbox.revert(number)": "goes back to a snapshot; it can be gone back to again",
  "sandbox.impersonate(address)": "who sends without the key: .send(type, parameters?)",
  "sandbox.fund(address, amount)": "gives an address an amount, in the smallest unit, out of nothing",
  "sandbox.refusalOf(hash)": "what a transaction was refused with when a block was made",
});
