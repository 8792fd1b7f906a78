import { LRUCache } from "lru-cache";
import { detached } from "../codec/text.js";

/** Keeps texts outside of memory. */
export interface TextShelf {
  /** Returns a function that reads the text again at once. Throws when the text cannot be kept. */
  put(text: string): () => string;
}

const BYTES_A_CHARACTER = 2;
/** The most bytes of texts of codes in memory while there is a shelf. Any account can register codes. */
export const KEPT_TEXT_BYTES = 4_194_304;
const kept = new LRUCache<CodeText, string>({
  maxSize: KEPT_TEXT_BYTES,
  sizeCalculation: (text) => Math.max(1, text.length * BYTES_A_CHARACTER),
  dispose: (text, code) => code.shelve(text),
});
let shelf: TextShelf | null = null;

/** The bytes of the texts of codes that this thread keeps. */
export function keptTextBytes(): number {
  return kept.calculatedSize;
}

/**
 * From now on, texts for which there is no room go on this shelf; without one they stay in memory. Returns a function that
 * ends this.
 */
export function shelveCodeTexts(given: TextShelf): () => void {
  shelf = given;
  return () => {
    if (shelf === given) shelf = null;
  };
}

export class CodeText {
  #read: (() => string) | null = null;

  constructor(text: string) {
    const own = detached(text);
    if (!kept.set(this, own).has(this)) this.shelve(own);
  }

  get text(): string {
    const known = kept.get(this);
    if (known !== undefined) return known;
    if (this.#read === null) throw new RangeError("A text is in memory or on the shelf. ");
    const text = this.#read();
    kept.set(this, text);
    return text;
  }

  /** Puts the text where it is read again. */
  shelve(text: string): void {
    this.#read ??= placed(text);
  }
}

function placed(text: string): () => string {
  try {
    if (shelf !== null) return shelf.put(text);
  } catch {
    // A full disk must not end what has room in memory.
  }
  return () => text;
}
