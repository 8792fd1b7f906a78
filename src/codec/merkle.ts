import { hashOf } from "./hash.js";
import type { Value } from "./value.js";

/** `merkleRoot(list)` of PROTOCOL 2: leaves `H(item)`, nodes `H(left ‖ right)`, an odd last node moves up unchanged. */
export function merkleRoot(items: Iterable<Value>): string {
  let level = Array.from(items, hashOf);
  if (level.length === 0) return hashOf("");
  while (level.length > 1) {
    const next: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] as string;
      const right = level[index + 1];
      next.push(right === undefined ? left : hashOf(left + right));
    }
    level = next;
  }
  return level[0] as string;
}
