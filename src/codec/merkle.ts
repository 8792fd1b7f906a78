import { hashOf } from "./hash.js";
import { allSteps, type Steps } from "./steps.js";
import type { Value } from "./value.js";

/** The most hashes of a step, and the most characters hashed in one: some tenths of a millisecond. */
const STEP = 128;
const STEP_LENGTH = 65_536;

/**
 * `merkleRoot(items)` (PROTOCOL 2.2): leaves `H(item)`, nodes `H(left ‖ right)`, an odd last node moves up unchanged.
 */
export function merkleRoot(items: Iterable<Value>): string {
  return allSteps(merkleRootInSteps(items));
}

/** Like `merkleRoot`, but in steps, for the long lists of a full block. */
export function* merkleRootInSteps(items: Iterable<Value>): Steps<string> {
  let level: string[] = [];
  let length = 0;
  for (const item of items) {
    level.push(hashOf(item));
    length += typeof item === "string" ? item.length : 0;
    if (level.length % STEP !== 0 && length < STEP_LENGTH) continue;
    length = 0;
    yield;
  }
  if (level.length === 0) return hashOf("");
  while (level.length > 1) {
    const next: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] as string;
      const right = level[index + 1];
      next.push(right === undefined ? left : hashOf(left + right));
      if (next.length % STEP === 0) yield;
    }
    level = next;
  }
  return level[0] as string;
}
