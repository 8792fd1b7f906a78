import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Longer texts are slow to read and say no more. */
const MAX_LENGTH = 8192;
const NAME_LENGTH = 12;
/** Set by `npm run fuzz -- --keep`. */
const { CHAINNODE_FUZZ_KEEP } = process.env;

/** The texts of `test/fuzz/corpus/NAME` from which mutations are made: a valid one, and those that reached further code. */
export class Corpus {
  readonly #directory: string;
  readonly #texts: string[];

  constructor(name: string) {
    this.#directory = fileURLToPath(new URL(`../../../test/fuzz/corpus/${name}`, import.meta.url));
    const files = readdirSync(this.#directory).toSorted();
    this.#texts = files.map((file) => readFileSync(join(this.#directory, file), "latin1"));
  }

  pick(random: () => number): string {
    return this.#texts[Math.floor(random() * this.#texts.length)] ?? "";
  }

  /** Adds a text for this run, and for later ones if they are kept. */
  add(text: string): void {
    if (text.length > MAX_LENGTH) return;
    this.#texts.push(text);
    if (CHAINNODE_FUZZ_KEEP === undefined) return;
    const name = createHash("sha256").update(text, "latin1").digest("hex").slice(0, NAME_LENGTH);
    writeFileSync(join(this.#directory, name), text, "latin1");
  }
}
