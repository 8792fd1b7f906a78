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

export function isReturn({ key }: Stroke): boolean {
  return key?.name === "return" || key?.name === "enter";
}

export function editHidden(line: string, { text, key }: Stroke): string {
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

export interface Keyboard {
  /** Whether keys wait. */
  readonly hasMore: boolean;
  /** Holds keys from now on. A Ctrl-C that is already waiting interrupts what begins now. */
  hold(): void;
  release(): void;
  /** Reads one of the held keys, or joined text. Throws `STATEMENT_INTERRUPTED` on Ctrl-C. */
  readStroke(): Promise<Stroke>;
  /** Reads a line from the held keys without showing it. Throws `STATEMENT_INTERRUPTED` on Ctrl-C. */
  readHidden(): Promise<string>;
  close(): void;
}

/**
 * Passes keys to a line editor in order, and holds them until the statement that an earlier key entered has ended:
 * pasted and typed-ahead text runs statement by statement. Text is passed in one piece, because key by key the
 * editor's time grows with the square of the line.
 */
export function createKeyboard({ input, onStroke, onInterrupt }: KeyboardOptions): Keyboard {
  const strokes: Stroke[] = [];
  let isHeld = false;
  let isDue = false;
  let hasInterrupt = false;
  let waiter: Waiter | null = null;
  let previous: Key = {};

  function onKey(text: string | undefined, key: Key): void {
    // A line end of two characters is one key.
    const isSecondHalf = key.name === "enter" && previous.name === "return";
    previous = key;
    if (!isSecondHalf) take(createStroke(text, key));
  }

  function take(stroke: Stroke): void {
    if (isHeld && isInterrupt(stroke)) {
      strokes.length = 0;
      waiter?.reject(errors.statementInterrupted());
      waiter = null;
      onInterrupt();
    } else if (waiter !== null) {
      waiter.resolve(stroke);
      waiter = null;
    } else {
      addStroke(strokes, stroke);
      hasInterrupt ||= isInterrupt(stroke);
      // Collects all keys of one chunk first.
      if (!isHeld && !isDue) queueMicrotask(deliver);
      isDue = true;
    }
  }

  function deliver(): void {
    isDue = false;
    // An entered line holds the keys after it.
    for (;;) {
      const stroke = isHeld ? undefined : strokes.shift();
      if (stroke === undefined) return;
      if (isInterrupt(stroke)) hasInterrupt = strokes.some(isInterrupt);
      onStroke(stroke);
    }
  }

  async function nextStroke(): Promise<Stroke> {
    const stroke = strokes.shift();
    return stroke ?? new Promise((resolve, reject) => (waiter = { resolve, reject }));
  }

  emitKeypressEvents(input);
  input.on("keypress", onKey);
  input.setRawMode?.(true);
  input.resume();
  return {
    get hasMore() {
      return strokes.length > 0;
    },
    hold() {
      isHeld = true;
      // Checked first: thousands of pasted lines hold one after the other.
      if (!hasInterrupt) return;
      strokes.splice(0, strokes.findLastIndex(isInterrupt) + 1);
      hasInterrupt = false;
      onInterrupt();
    },
    release() {
      isHeld = false;
      deliver();
    },
    readStroke: nextStroke,
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
