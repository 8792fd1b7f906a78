/**
 * Counts the brackets of a text that grows line by line, each line once, also those in texts and comments. It defers
 * the parser while more lines are waiting, because parsing again for each line takes quadratic time.
 */
export class OpenBrackets {
  #counted = 0;
  #open = 0;

  /**
   * Whether a source opens more brackets than it closes. The source is the last one with more text at its end, or a
   * new one.
   */
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
