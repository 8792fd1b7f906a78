import { CHAIN_NAMES } from "./chain.js";
import { DEBUG_NAMES } from "./debug.js";
import { GENERAL_NAMES } from "./general.js";
import type { ConsoleName, NameGroup } from "./name.js";
import { SANDBOX_NAMES } from "./sandbox.js";
import { SESSION_NAMES } from "./session.js";

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
