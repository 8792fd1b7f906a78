/**
 * Hashes and identifiers (PROTOCOL 2.1, 2.2, 2.3, 2.4). A hash is always over text, also when the text is itself a
 * hash.
 */
import { createHash } from "node:crypto";
import { text } from "./text.js";
import { isContainer, MachineFailure, type Value } from "./value.js";

function digest(algorithm: "sha256" | "ripemd160", string: string): string {
  return createHash(algorithm).update(string, "utf8").digest("hex");
}

/** `H(x)` */
export function hash(value: Value): string {
  return digest("sha256", text(value));
}

export function shortHash(value: Value): string {
  return digest("ripemd160", hash(value));
}

export function checksum(ofHash: string): string {
  return digest("sha256", digest("sha256", ofHash)).slice(0, 4);
}

export function idHash(value: Value): string {
  const short = shortHash(value);
  return short + checksum(short);
}

export function isAddress(address: string): boolean {
  return address.length === 44 && checksum(address.slice(0, 40)) === address.slice(40);
}

export function timeHash(value: Value, timestamp: bigint): string {
  return BigInt.asUintN(64, timestamp).toString(16).padStart(14, "0") + hash(value);
}

export function merkleRoot(items: readonly Value[]): string {
  if (items.length === 0) return hash("");
  let level = items.map(hash);
  while (level.length > 1) {
    const above: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? "";
      const right = level[index + 1];
      above.push(right === undefined ? left : hash(left + right));
    }
    level = above;
  }
  return level[0] ?? "";
}

export function spaceId(writer: Value, space: Value): string {
  return hash([writer, space]);
}

/** The owner of a cell: the writer and space of the code that reads or writes it. */
export interface Owner {
  readonly writer: string;
  readonly space: string;
}

/**
 * `stateKey(writer, space, attribute, key)`, or undefined when the key is invalid. A key is lower-case hex of even
 * length from 2 to 64, or an integer, which counts as its decimal text (PROTOCOL 2.5). An attribute or key that is a
 * list or map makes the transaction fail (PROTOCOL 2.6).
 */
export function stateKey(owner: Owner, attribute: Value, key: Value): string | undefined {
  if (isContainer(attribute) || isContainer(key)) throw new MachineFailure("a state key is made of text");
  if (typeof key !== "string" && typeof key !== "bigint") return undefined;
  // In JavaScript `$` matches only at the very end, so a key with a final newline is invalid.
  if (!/^(?:[0-9a-f]{2}){1,32}$/.test(key.toString())) return undefined;
  return hash(owner.writer + owner.space + text(attribute)) + key.toString();
}

/** The cell of a state key. Keys that differ only in trailing zeros name the same cell (PROTOCOL 2.7). */
export function cell(ofKey: string): string {
  return ofKey.padEnd(128, "0");
}
