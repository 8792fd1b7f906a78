import { isControl, isInterrupt, type Stroke } from "./keyboard.js";

interface SearchOptions {
  readonly lines: () => readonly string[];
  readonly line: () => string;
  /** Shows a line behind the text of the search; null for the prompt at the end of the search. */
  readonly show: (line: string, search: string | null) => void;
}

interface Search {
  readonly before: string;
  readonly words: string;
  /** The place of the line that was found; the number of lines when none has the words. */
  readonly place: number;
}

/**
 * Searches the earlier lines while words are typed: Ctrl-R begins and goes to older lines, Ctrl-S to newer ones.
 * Ctrl-C, Ctrl-G and Escape bring the line back; any other key edits the line that was found.
 */
export class HistorySearch {
  readonly #options: SearchOptions;
  #search: Search | null = null;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** Returns false for a key that belongs to the line. */
  take(stroke: Stroke): boolean {
    const search = this.#search;
    const [isOlder, isNewer] = [isControl(stroke, "r"), isControl(stroke, "s")];
    if (search === null) {
      if (!isOlder && !isNewer) return false;
      this.#go({ before: this.#options.line(), words: "", place: 0 });
    } else if (isOlder) this.#go({ ...search, place: this.#older(search.words, search.place + 1) });
    else if (isNewer) this.#go({ ...search, place: this.#newer(search.words, search.place) });
    else if (stroke.key === null) this.#look(search, search.words + stroke.text, search.place);
    else if (stroke.key.name === "backspace") this.#look(search, search.words.replace(/.$/su, ""), 0);
    else return this.#end(search, stroke);
    return true;
  }

  #look(search: Search, words: string, from: number): void {
    this.#go({ ...search, words, place: this.#older(words, from) });
  }

  #go(search: Search): void {
    this.#search = search;
    const found = this.#found(search);
    const state = found === undefined ? " (not found) " : " > ";
    this.#options.show(found ?? "", `search: ${search.words}${state}`);
  }

  /** Shows the line that was found, or the one before the search when it is given up. */
  #end(search: Search, stroke: Stroke): boolean {
    this.#search = null;
    const isGivenUp = isInterrupt(stroke) || isControl(stroke, "g") || stroke.key?.name === "escape";
    this.#options.show((isGivenUp ? undefined : this.#found(search)) ?? search.before, null);
    return isGivenUp;
  }

  /** Undefined when no line has the words. */
  #found({ before, words, place }: Search): string | undefined {
    return words === "" ? before : this.#options.lines()[place];
  }

  #older(words: string, from: number): number {
    if (words === "") return 0;
    const lines = this.#options.lines();
    const place = lines.findIndex((line, at) => at >= from && line.includes(words));
    return place < 0 ? lines.length : place;
  }

  #newer(words: string, before: number): number {
    const place = this.#options
      .lines()
      .slice(0, before)
      .findLastIndex((line) => line.includes(words));
    return place < 0 ? before : place;
  }
}
