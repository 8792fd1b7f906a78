import { hashOf } from "../../codec/hash.js";

const CHILDREN = 16;

/**
 * A Merkle root of texts that come one after the other: the leaves are `H(text)`, a node is the hash of its up to 16
 * children's hashes joined, and a single last one moves up, as in PROTOCOL 2.2. Of a few million texts it holds some
 * dozen hashes.
 */
export class WideRoot {
  /** The hashes of each level that have no parent yet, fewer than 16. */
  readonly #levels: string[][] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    this.#count += 1;
    this.#push(0, hashOf(text));
  }

  /** The root of all texts so far; `H("")` for none. */
  root(): string {
    let last: string | null = null;
    for (const level of this.#levels) {
      const hashes: readonly string[] = last === null ? level : [...level, last];
      if (hashes.length > 0) last = hashes.length === 1 ? (hashes[0] ?? "") : hashOf(hashes.join(""));
    }
    return last ?? hashOf("");
  }

  #push(level: number, hash: string): void {
    const hashes = (this.#levels[level] ??= []);
    hashes.push(hash);
    if (hashes.length < CHILDREN) return;
    this.#levels[level] = [];
    this.#push(level + 1, hashOf(hashes.join("")));
  }
}
