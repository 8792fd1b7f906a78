import { isStateKeyPart } from "./state-key-part.js";
import { hashOf } from "./hash.js";

/** State keys (PROTOCOL 2.1, 2.5, 2.6, 2.7). */

/** The two states of a space; they share no cell (PROTOCOL 7.33). */
export type StateKind = "universal" | "local";

export const PREFIX_LENGTH = 64;
const PADDED_LENGTH = 128;
const STATE_KEY = /^(?:[0-9a-f]{2}){33,64}$/;

/** `statePrefix(writer, space, attr)`, 64 characters. */
export function statePrefix(writer: string, space: string, attr: string): string {
  return hashOf(writer + space + attr);
}

/** `stateKey(writer, space, attr, key)`; null for an invalid key, whose reads give null and writes drop. */
export function stateKeyOf(writer: string, space: string, attr: string, key: string): string | null {
  return isStateKeyPart(key) ? statePrefix(writer, space, attr) + key : null;
}

/** Pads a state key to its full length. Keys that differ only in trailing zeros name the same cell (PROTOCOL 2.7). */
export function padStateKey(key: string): string {
  return key.padEnd(PADDED_LENGTH, "0");
}

/** Whether a text can be a whole state key: a prefix and a key part. */
export function isStateKey(key: string): boolean {
  return STATE_KEY.test(key);
}

export function stateKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** The kind of state that a text names; the universal one unless it is `local`. */
export function stateKindOf(text: string | undefined): StateKind {
  return text === "local" ? "local" : "universal";
}
