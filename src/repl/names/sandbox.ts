import { defineNames } from "./name.js";

/** A private chain whose time stands still until it is advanced. */
export const SANDBOX_NAMES = defineNames("sandbox", {
  "sandbox.accounts":
    "the accounts of a development network, whose private keys are public; with --dev, the first is the default signer and a network manager",
  "sandbox.mine(rounds?)":
    "advances by a number of rounds (default: until the pool is empty); the pooled transactions of a round become its block. Ctrl-C stops between two blocks",
  "sandbox.mineResource(count?)":
    "advances by a number of resource intervals and mines a resource block after each (default: 1). Ctrl-C stops between two blocks",
  "sandbox.warp(seconds)": "advances the time",
  "sandbox.snapshot()": "saves time, pool and both chains, and returns a number",
  "sandbox.revert(number)": "restores a snapshot, any number of times",
  "sandbox.impersonate(address)": "a sender without its private key: .send(type, parameters?)",
  "sandbox.fund(address, amount)": "creates an amount in units for an address",
  "sandbox.refusalOf(hash)": "why a transaction was left out of a block",
});
