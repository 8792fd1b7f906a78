import { emitKeypressEvents, type Interface, type Key } from "node:readline";
import { interrupted } from "../interrupted.js";
import { addStroke, createStroke, editHidden, isInterrupt, isReturn, type Stroke } from "./stroke.js";

/** A terminal's keys, which are held back while a statement runs. */
export interface Keyboard {
  /** Whether something was typed that is not delivered yet. */
  readonly hasMore: boolean;
  /** Keeps what is typed from now on. A Ctrl-C that was typed already interrupts what begins now. */
  hold(): void;
  /** Delivers it, and what follows. */
  release(): void;
  /** A line of the keys that are held, which is not shown. Throws `STATEMENT_INTERRUPTED` on Ctrl-C. */
  readHidden(): Promise<string>;
  close(): void;
}

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
export function createKeyboard({ input, editor, onInterrupt }: KeyboardOptions): Keyboard {
  const strokes: Stroke[] = [];
  let isHeld = false;
  let isDue = false;
  let hasInterrupt = false;
  let waiter: Waiter | null = null;
  let previous: Key = {};

  const deliver = (): void => {
    isDue = false;
    // A line that is entered holds what follows it.
    for (;;) {
      const stroke = isHeld ? undefined : strokes.shift();
      if (stroke === undefined) return;
      if (isInterrupt(stroke)) hasInterrupt = strokes.some(isInterrupt);
      if (stroke.key === null) editor.write(stroke.text);
      else editor.write(stroke.text, stroke.key);
    }
  };
  const take = (stroke: Stroke): void => {
    if (isHeld && isInterrupt(stroke)) {
      strokes.length = 0;
      waiter?.reject(interrupted());
      waiter = null;
      onInterrupt();
    } else if (waiter !== null) {
      waiter.resolve(stroke);
      waiter = null;
    } else {
      addStroke(strokes, stroke);
      hasInterrupt ||= isInterrupt(stroke);
      // All keys of one chunk first.
      if (!isHeld && !isDue) queueMicrotask(deliver);
      isDue = true;
    }
  };
  const onKey = (text: string | undefined, key: Key): void => {
    // A line end of two characters is one key.
    const isSecondHalf = key.name === "enter" && previous.name === "return";
    previous = key;
    if (!isSecondHalf) take(createStroke(text, key));
  };
  const nextStroke = async (): Promise<Stroke> =>
    strokes.shift() ?? new Promise((resolve, reject) => (waiter = { resolve, reject }));

  emitKeypressEvents(input, editor);
  input.on("keypress", onKey);
  input.setRawMode?.(true);
  input.resume();
  return {
    get hasMore() {
      return strokes.length > 0;
    },
    hold() {
      isHeld = true;
      // Looked for once: thousands of pasted lines hold one after the other.
      if (!hasInterrupt) return;
      strokes.splice(0, strokes.findLastIndex(isInterrupt) + 1);
      hasInterrupt = false;
      onInterrupt();
    },
    release() {
      isHeld = false;
      deliver();
    },
    async readHidden() {
      let line = "";
      for (;;) {
        const stroke = await nextStroke();
        if (isReturn(stroke)) return line;
        line = editHidden(line, stroke);
      }
    },
    close() {
      input.off("keypress", onKey);
      strokes.length = 0;
      input.setRawMode?.(false);
      input.pause();
    },
  };
}
