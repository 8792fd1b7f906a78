import { emitKeypressEvents, type Key } from "node:readline";
import * as errors from "../errors.js";

export interface Stroke {
  readonly text: string;
  /** Null for text. */
  readonly key: Key | null;
}

function createStroke(text: string | undefined, key: Key): Stroke {
  const isText = key.ctrl !== true && key.meta !== true && text !== undefined && /^[^\p{Cc}]+$/u.test(text);
  return { text: text ?? "", key: isText ? null : key };
}

/** Adds a stroke; text after text is joined. A tab between texts was pasted; one at the end completes. */
function addStroke(strokes: Stroke[], stroke: Stroke): void {
  const last = strokes.at(-1);
  const isJoined =
    stroke.key === null && last !== undefined && (last.key === null || last.key.name === "tab");
  if (isJoined) strokes.splice(-1, 1, { text: last.text + stroke.text, key: null });
  else strokes.push(stroke);
}

export function isInterrupt(stroke: Stroke): boolean {
  return isControl(stroke, "c");
}

export function isControl({ key }: Stroke, letter: string): boolean {
  return key?.ctrl === true && key.name === letter;
}

function isReturn({ key }: Stroke): boolean {
  return key?.name === "return" || key?.name === "enter";
}

function editHidden(line: string, { text, key }: Stroke): string {
  if (key === null) return line + text;
  if (key.name === "backspace") return line.replace(/.$/su, "");
  return key.ctrl === true && key.name === "u" ? "" : line;
}

interface KeyboardOptions {
  readonly input: TerminalInput;
  /** Called for each key that is not held, and for joined text. */
  readonly onStroke: (stroke: Stroke) => void;
  /** Called for Ctrl-C while keys are held. */
  readonly onInterrupt: () => void;
}

export type TerminalInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };

interface Waiter {
  readonly resolve: (stroke: Stroke) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Passes keys to a line editor in order, and holds them until the statement that an earlier key entered has ended:
 * pasted and typed-ahead text runs statement by statement. Text is passed in one piece, because key by key the
 * editor's time grows with the square of the line.
 */
export class Keyboard {
  readonly #options: KeyboardOptions;
  readonly #strokes: Stroke[] = [];
  #isHeld = false;
  #isDue = false;
  #hasInterrupt = false;
  #waiter: Waiter | null = null;
  #previous: Key = {};

  constructor(options: KeyboardOptions) {
    this.#options = options;
    const { input } = options;
    emitKeypressEvents(input);
    input.on("keypress", this.#onKey);
    input.setRawMode?.(true);
    input.resume();
  }

  get hasMore(): boolean {
    return this.#strokes.length > 0;
  }

  /** Holds keys from now on. A Ctrl-C that is already waiting interrupts what begins now. */
  hold(): void {
    this.#isHeld = true;
    // Checked first: thousands of pasted lines hold one after the other.
    if (!this.#hasInterrupt) return;
    this.#strokes.splice(0, this.#strokes.findLastIndex(isInterrupt) + 1);
    this.#hasInterrupt = false;
    this.#options.onInterrupt();
  }

  release(): void {
    this.#isHeld = false;
    this.#deliver();
  }

  /** Reads a line from the held keys without showing it. Throws `STATEMENT_INTERRUPTED` on Ctrl-C. */
  async readHidden(): Promise<string> {
    let line = "";
    for (;;) {
      const stroke = await this.#nextStroke();
      if (isReturn(stroke)) return line;
      line = editHidden(line, stroke);
    }
  }

  close(): void {
    const { input } = this.#options;
    input.off("keypress", this.#onKey);
    this.#strokes.length = 0;
    input.setRawMode?.(false);
    input.pause();
  }

  readonly #onKey = (text: string | undefined, key: Key): void => {
    // A line end of two characters is one key.
    const isSecondHalf = key.name === "enter" && this.#previous.name === "return";
    this.#previous = key;
    if (!isSecondHalf) this.#take(createStroke(text, key));
  };

  #take(stroke: Stroke): void {
    if (this.#isHeld && isInterrupt(stroke)) {
      this.#strokes.length = 0;
      this.#waiter?.reject(errors.statementInterrupted());
      this.#waiter = null;
      this.#options.onInterrupt();
    } else if (this.#waiter !== null) {
      this.#waiter.resolve(stroke);
      this.#waiter = null;
    } else {
      addStroke(this.#strokes, stroke);
      this.#hasInterrupt ||= isInterrupt(stroke);
      // Collects all keys of one chunk first.
      if (!this.#isHeld && !this.#isDue) queueMicrotask(() => this.#deliver());
      this.#isDue = true;
    }
  }

  #deliver(): void {
    this.#isDue = false;
    // An entered line holds the keys after it.
    for (;;) {
      const stroke = this.#isHeld ? undefined : this.#strokes.shift();
      if (stroke === undefined) return;
      if (isInterrupt(stroke)) this.#hasInterrupt = this.#strokes.some(isInterrupt);
      this.#options.onStroke(stroke);
    }
  }

  async #nextStroke(): Promise<Stroke> {
    return (
      this.#strokes.shift() ??
      new Promise((resolve, reject) => {
        this.#waiter = { resolve, reject };
      })
    );
  }
}
