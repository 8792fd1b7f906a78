import type { Key } from "node:readline";

/** Typed text, or another key. */
export interface Stroke {
  readonly text: string;
  /** Null for text. */
  readonly key: Key | null;
}

export function createStroke(text: string | undefined, key: Key): Stroke {
  const isText = key.ctrl !== true && key.meta !== true && text !== undefined && /^[^\p{Cc}]+$/u.test(text);
  return { text: text ?? "", key: isText ? null : key };
}

/**
 * Adds a stroke to the waiting ones; text after text is joined. A tab between texts was pasted; a tab at the end of a
 * chunk asks for completion.
 */
export function addStroke(strokes: Stroke[], stroke: Stroke): void {
  const last = strokes.at(-1);
  const isJoined =
    stroke.key === null && last !== undefined && (last.key === null || last.key.name === "tab");
  if (isJoined) strokes.splice(-1, 1, { text: last.text + stroke.text, key: null });
  else strokes.push(stroke);
}

export function isInterrupt(stroke: Stroke): boolean {
  return isControl(stroke, "c");
}

/** Whether the stroke is a letter with the control key. */
export function isControl({ key }: Stroke, letter: string): boolean {
  return key?.ctrl === true && key.name === letter;
}

export function isReturn({ key }: Stroke): boolean {
  return key?.name === "return" || key?.name === "enter";
}

/** Applies a stroke to a hidden line. */
export function editHidden(line: string, { text, key }: Stroke): string {
  if (key === null) return line + text;
  if (key.name === "backspace") return line.replace(/.$/su, "");
  return key.ctrl === true && key.name === "u" ? "" : line;
}
