/**
 * Counts the brackets of a text that grows line by line, each line once. What stands in texts and comments is counted
 * too: it serves to put the parser off while more lines are waiting, which takes a time that grows with the square.
 */
export class OpenBrackets {
  #counted = 0;
  #open = 0;

  /** Whether more brackets are opened than closed in a source, which is the last one with more at its end, or a new one. */
  isOpen(source: string): boolean {
    if (source.length < this.#counted) {
      this.#counted = 0;
      this.#open = 0;
    }
    for (const [bracket] of source.slice(this.#counted).matchAll(/[()[\]{}]/g)) {
      this.#open += "([{".includes(bracket) ? 1 : -1;
    }
    this.#counted = source.length;
    return this.#open > 0;
  }

  reset(): void {
    this.#counted = 0;
    this.#open = 0;
  }
}
