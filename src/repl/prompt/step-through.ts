import { ChainError } from "../../codec/chain-error.js";
import { shownText } from "../../codec/shown-text.js";
import { isStopAt, readBreak, type Break } from "../../replay/stepping/breaks.js";
import { stepText, type SteppedRun } from "../../replay/stepping/step-text.js";
import { moved, type Motion } from "../../replay/stepping/steps.js";
import { coloured, styleOf } from "../print/shown-as.js";
import { type Output, writeDirectly } from "./dialogue.js";
import { editHidden, isControl, isReturn, type Keyboard, type Stroke } from "./keyboard.js";

const DEFAULT_SIZE = { width: 80, height: 24 };
/** The other screen of a terminal, and back: what was on this one is not lost. */
const ENTER_SCREEN = "\u001b[?1049h";
const LEAVE_SCREEN = "\u001b[?1049l";
const CLEAR = "\u001b[H\u001b[2J";

const KEYS: ReadonlyMap<string, Motion> = new Map([
  ["right", "forward"],
  ["f", "forward"],
  ["left", "back"],
  ["b", "back"],
  ["i", "into"],
  ["down", "over"],
  ["n", "over"],
  ["up", "out"],
  ["o", "out"],
  ["c", "continue"],
  ["r", "reverse"],
  ["home", "first"],
  ["end", "last"],
]);
const HELP = "f→ forward b← back i into n↓ over o↑ out s stop at… c continue r reverse q quit";

export interface StepThrough {
  readonly keys: Pick<Keyboard, "readStroke">;
  readonly output: Output;
  readonly run: SteppedRun;
  readonly breaks?: readonly Break[];
  readonly hasColour: boolean;
}

/** Shows a run step by step, until the user leaves it. Its last page stays. */
export async function stepThrough({
  keys,
  output,
  run,
  hasColour,
  breaks: given = [],
}: StepThrough): Promise<void> {
  const bold = (text: string): string => coloured("bold", text, { width: Infinity, hasColour });
  const style = { ...styleOf(hasColour), bold };
  let breaks = given;
  const isStop = (index: number): boolean => isStopAt(run.steps.list, index, breaks);
  let at = 0;
  const page = (): string => {
    // A terminal of unknown size reports 0.
    const width = output.columns || DEFAULT_SIZE.width;
    const height = output.rows || DEFAULT_SIZE.height;
    return stepText(run, at, breaks, { ...style, width, height });
  };
  const help = (): string => style.dim(shownText(HELP, output.columns || DEFAULT_SIZE.width));
  const show = (line: string): void => writeDirectly(output, `${CLEAR}${page()}${line}`);
  writeDirectly(output, ENTER_SCREEN);
  try {
    show(help());
    for (;;) {
      const stroke = await keys.readStroke();
      for (const key of keysOf(stroke)) {
        if (key === "q" || isControl(stroke, "d")) return;
        const motion = KEYS.get(key);
        if (motion !== undefined) at = moved({ steps: run.steps, at, isStop }, motion);
        let line = help();
        if (key === "s") {
          const typed = await readLine(keys, (words) => show(`stop at (nothing removes all): ${words}`));
          try {
            breaks = typed === "" ? [] : [...breaks, readBreak(typed, run.placeOf)];
          } catch (error) {
            if (!(error instanceof ChainError)) throw error;
            line = style.red(`${error.message.trim()} ${error.advice ?? ""}`);
          }
        }
        show(line);
      }
    }
  } finally {
    writeDirectly(output, `${LEAVE_SCREEN}${page()}`);
  }
}

/** Typed text may be joined: each of its characters is a key. */
function keysOf({ key, text }: Stroke): readonly string[] {
  return key === null ? text.split("") : [key.name ?? ""];
}

async function readLine(keys: Pick<Keyboard, "readStroke">, show: (line: string) => void): Promise<string> {
  let line = "";
  for (;;) {
    show(line);
    const stroke = await keys.readStroke();
    if (isReturn(stroke)) return line.trim();
    line = editHidden(line, stroke);
  }
}
