import { OPERATORS } from "../../records/operators/table.js";
import { CHAIN_NAMES } from "./chain.js";
import { DEBUG_NAMES } from "./debug.js";
import { type ConsoleName, type NameGroup, defineNames } from "./name.js";

/** Hashes, identifiers and builders, which need no node. */
const GENERAL_NAMES = defineNames("general", {
  "hash(value)": "the protocol's SHA-256 hash of a value",
  "shortHash(value)": "the short hash of a value, 40 characters",
  "idHash(value)": "the short hash of a value with a checksum; an address is the id hash of a public key",
  "timeHash(value, timestampUs)":
    "the time followed by the hash of a value, as in hashes of transactions and blocks",
  "spaceId(writer, space, { raw }?)": "the id (cid) of a writer's space",
  "address(publicKey)": "the address of a public key",
  "keyPair(privateKey?)": "the key pair of a private key (default: a new one)",
  "decimal(text | number | bigint)":
    "a decimal of decimal.js with 200 digits, truncated: add, sub, mul, div, cmp, toDP(places), toString",
  "JSON.stringify(value, null, indent?)": "the exact JSON of any value, including maps and large integers",
  "op.<operator>(...arguments)": "the call of a contract operator, such as op.gte(1, 2)",
});

/** The session itself. */
const SESSION_NAMES = defineNames("session", {
  _: "the last result",
  _error: "the last error",
  "print(value)": "shows a value as a result, in loops and scripts",
  ".all": "shows the last result in full",
  ".help [name]": "lists these names, the members of one, or an operator: .help $add",
  ".editor": "enters several lines, run together with Ctrl-D",
  ".load <file>": "runs a file as if its lines were typed",
  ".save <file>": "saves the statements that succeeded, for .load",
  ".export <file>": "saves a script that prints the same results: chainnode repl <file>",
  ".clear": "removes all declarations",
  ".time": "turns the timing of statements on or off",
  ".exit": "leaves the console, as Ctrl-D does",
});

/** A private chain whose time stands still until it is advanced. */
const SANDBOX_NAMES = defineNames("sandbox", {
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

/** Every name that the prompt adds to JavaScript's own. */
export const CONSOLE_NAMES: readonly ConsoleName[] = [
  ...GENERAL_NAMES,
  ...SESSION_NAMES,
  ...CHAIN_NAMES,
  ...DEBUG_NAMES,
  ...SANDBOX_NAMES,
];

/** The titles of the groups, in the order of help. */
export const NAME_GROUPS: ReadonlyMap<NameGroup, string> = new Map([
  ["general", "Hashes and builders"],
  ["session", "The session"],
  ["chain", "The chain"],
  ["debug", "Debugging"],
  ["sandbox", "The sandbox"],
]);

/** The topics of `.help` that are not names of the console: `operators`, and each operator. */
export function operatorTopics(): readonly string[] {
  return ["operators", ...[...OPERATORS.keys()].map((name) => `$${name}`)];
}
