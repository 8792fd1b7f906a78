import { emitKeypressEvents, type Interface, type Key } from "node:readline";
import { interrupted } from "../interrupted.js";
import { addStroke, createStroke, editHidden, isInterrupt, isReturn, type Stroke } from "./stroke.js";

export interface KeyboardOptions {
  readonly input: TerminalInput;
  readonly editor: Interface;
  /** Ctrl-C while keys are held. */
  readonly onInterrupt: () => void;
}

export type TerminalInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };

/** Whoever waits for a key. */
interface Waiter {
  readonly resolve: (stroke: Stroke) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Passes keys on to a line editor in their order, none of them before the statement that an earlier one entered has
 * ended: what is pasted or typed ahead runs statement by statement. Text is passed on in one piece: key by key, a line
 * takes the editor a time that grows with its square.
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
    const { input, editor } = options;
    emitKeypressEvents(input, editor);
    input.on("keypress", this.#onKey);
    input.setRawMode?.(true);
    input.resume();
  }

  /** Whether something was typed that is not delivered yet. */
  get hasMore(): boolean {
    return this.#strokes.length > 0;
  }

  /** Keeps what is typed from now on. A Ctrl-C that was typed already interrupts what begins now. */
  hold(): void {
    this.#isHeld = true;
    // Looked for once: thousands of pasted lines hold one after the other.
    if (!this.#hasInterrupt) return;
    this.#strokes.splice(0, this.#strokes.findLastIndex(isInterrupt) + 1);
    this.#hasInterrupt = false;
    this.#options.onInterrupt();
  }

  /** Delivers it, and what follows. */
  release(): void {
    this.#isHeld = false;
    this.#deliver();
  }

  /** A line of the keys that are held, which is not shown. Throws `STATEMENT_INTERRUPTED` on Ctrl-C. */
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
      this.#waiter?.reject(interrupted());
      this.#waiter = null;
      this.#options.onInterrupt();
    } else if (this.#waiter !== null) {
      this.#waiter.resolve(stroke);
      this.#waiter = null;
    } else {
      addStroke(this.#strokes, stroke);
      this.#hasInterrupt ||= isInterrupt(stroke);
      // All keys of one chunk first.
      if (!this.#isHeld && !this.#isDue) queueMicrotask(() => this.#deliver());
      this.#isDue = true;
    }
  }

  #deliver(): void {
    this.#isDue = false;
    const { editor } = this.#options;
    // A line that is entered holds what follows it.
    for (;;) {
      const stroke = this.#isHeld ? undefined : this.#strokes.shift();
      if (stroke === undefined) return;
      if (isInterrupt(stroke)) this.#hasInterrupt = this.#strokes.some(isInterrupt);
      if (stroke.key === null) editor.write(stroke.text);
      else editor.write(stroke.text, stroke.key);
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
