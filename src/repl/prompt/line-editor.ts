import { once } from "node:events";
import { clearLine, createInterface, moveCursor, type Interface } from "node:readline";
import { PassThrough } from "node:stream";
import type { Completion } from "../completion/complete.js";
import { shownText, widthOf } from "../../codec/shown-text.js";
import { MOST_LINES, type History } from "../history.js";
import { coloured } from "../print/shown-as.js";
import type { Dialogue } from "./dialogue.js";
import { createKeyboard, type Keyboard, isControl, type Stroke, isInterrupt } from "./keyboard.js";

const DEFAULT_WIDTH = 80;
const CONTINUATION = "... ";
/** A word behind a dot, unlike `.5` and `...list`. */
const COMMAND = /^\s*\.([^\s.\d]\S*)\s*(.*)$/s;
/** `chain.block?` asks for help, as `.help chain.block` does. */
const QUESTION = /^\s*([\w$.]+)\?\s*$/;
const RETURN = { name: "return" };
const TO_END = { ctrl: true, name: "e" };
const DELETE_TO_START = { ctrl: true, name: "u" };

type CompleterDone = (error: null, result: [string[], string]) => void;

interface LineHandlers {
  /** A line was entered: keys after it wait until it has been handled, except Ctrl-C. */
  readonly begin: () => void;
  readonly interrupt: () => void;
  /** Runs a source. Returns false when it is incomplete. `hasMore` when more lines are waiting. */
  readonly enter: (source: string, hasMore: boolean) => Promise<boolean>;
  /** Runs a dot command: its first word, and the others. */
  readonly command: (name: string, words: string) => Promise<void>;
  readonly complete: (line: string) => Promise<Completion>;
  readonly prompt: () => Promise<string>;
}

export interface LineEditor {
  readonly keyboard: Keyboard;
  /** Shows the prompt until the user leaves. */
  hold(): Promise<void>;
  /** Shows the line again, below any other output. */
  refresh(): void;
}

/**
 * The prompt: Node's line editor gets the keys from the keyboard and edits one line. Statements of several lines, the
 * search for earlier lines, `.editor` and `.exit` are done here.
 */
export function createLineEditor(
  { input, output, hasColour }: Dialogue,
  history: History,
  handlers: LineHandlers,
): LineEditor {
  let source = "";
  /** The lines of `.editor`; null outside. */
  let draft: string[] | null = null;
  /** The editor's own list of lines, and a copy from before the statement. */
  let ownLines: string[] = [];
  let earlier: readonly string[] = [];
  /** The earlier line that is shown behind the cursor, and that the right arrow takes. */
  let suggested: string | undefined;
  /** The prompt of a statement's first line. */
  let firstPrompt = "";
  let isLeaving = false;
  let isClosed = false;
  const ownPrompt = (): string => {
    if (draft !== null) return "";
    return source === "" ? firstPrompt : CONTINUATION;
  };

  const editor = createInterface({
    // The keys come from the keyboard.
    input: new PassThrough(),
    output,
    terminal: true,
    history: [...history.lines],
    historySize: MOST_LINES,
    completer: (line: string, done: CompleterDone) => void complete(line, done),
  });
  editor.on("history", (own: string[]) => {
    ownLines = own;
    if (source === "" && draft === null) earlier = own.slice(1);
    history.keep(own);
  });
  editor.on("line", take);
  editor.on("SIGINT", cancel);
  // At once: since Node.js 24 an editor that is closed throws.
  editor.on("close", () => (isClosed = true));
  const searches = createHistorySearch(history, editor, (line, search) => {
    editor.setPrompt(search ?? ownPrompt());
    setLine(line);
  });
  const keyboard = createKeyboard({ input, onStroke: type, onInterrupt: handlers.interrupt });

  function type(stroke: Stroke): void {
    if (isClosed) return;
    const offered = suggested;
    suggest(undefined);
    if (searches(stroke)) return;
    if (offered !== undefined && stroke.key?.name === "right") setLine(offered);
    else if (draft !== null && isControl(stroke, "d")) runDraft(draft);
    else if (stroke.key === null) editor.write(stroke.text);
    else editor.write(stroke.text, stroke.key);
    const { line, cursor } = editor;
    const isOffered = hasColour && line !== "" && cursor === line.length && !keyboard.hasMore;
    // The answer to a tab is written where the suggestion would be.
    if (isOffered && source === "" && draft === null && stroke.key?.name !== "tab")
      suggest(history.lines.find((entry) => entry.length > line.length && entry.startsWith(line)));
  }

  /** Shows behind the cursor how an earlier line goes on, as far as the row goes; undefined removes it. */
  function suggest(entry: string | undefined): void {
    if (suggested !== undefined) clearLine(output, 1);
    suggested = entry;
    if (entry === undefined) return;
    // A terminal of unknown width reports 0.
    const room = (output.columns || DEFAULT_WIDTH) - editor.getCursorPos().cols - 1;
    const [rest = ""] = entry.slice(editor.line.length).split("\n");
    const shown = room > 1 ? shownText(rest, room) : "";
    if (shown === "") return;
    output.write(coloured("dim", shown, { width: room, hasColour }));
    moveCursor(output, -widthOf(shown), 0);
  }

  /** Unlike typed text, the line may have several lines. */
  function setLine(line: string): void {
    Object.assign(editor, { line, cursor: line.length });
    editor.prompt(true);
  }

  function take(entered: string): void {
    // Node.js 24 ends the lines of a statement from the history so.
    const line = entered.replaceAll("\r", "\n");
    isLeaving = false;
    const [, asked] = source === "" ? (QUESTION.exec(line) ?? []) : [];
    const [, name, words = ""] = source === "" ? (COMMAND.exec(line) ?? []) : [];
    if (draft !== null) extendDraft(draft, line);
    else if (asked !== undefined) void handle(() => handlers.command("help", asked));
    else if (name === "exit") editor.close();
    else if (name === "editor") beginDraft();
    else if (name !== undefined) void handle(() => handlers.command(name, words.trim()));
    else void handle(() => enter(`${source}${line}\n`));
  }

  async function handle(work: () => Promise<void>): Promise<void> {
    handlers.begin();
    keyboard.hold();
    await work();
    await showPrompt();
    keyboard.release();
  }

  async function enter(text: string): Promise<void> {
    const isComplete = await handlers.enter(text, keyboard.hasMore);
    source = isComplete ? "" : text;
    const statement = text.trim();
    if (!isComplete || !statement.includes("\n")) return;
    ownLines.splice(0, ownLines.length, statement, ...earlier);
    history.keep(ownLines);
  }

  function beginDraft(): void {
    draft = [];
    output.write("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
    editor.setPrompt("");
    editor.prompt();
  }

  /** The next line begins below the last one's text, unless it was pasted. */
  function extendDraft(lines: string[], line: string): void {
    lines.push(line);
    editor.prompt();
    if (!keyboard.hasMore) editor.write(/^\s*/.exec(line)?.[0] ?? "");
  }

  function runDraft(lines: readonly string[]): void {
    source = lines.map((line) => `${line}\n`).join("");
    draft = null;
    editor.write(null, RETURN);
  }

  /** Ctrl-C drops the line and the statement; without any, the second one leaves. */
  function cancel(): void {
    const isEmpty = editor.line === "" && source === "" && draft === null;
    if (isEmpty && isLeaving) {
      editor.close();
      return;
    }
    isLeaving = isEmpty;
    source = "";
    draft = null;
    editor.setPrompt(firstPrompt);
    leaveLine(isEmpty ? "(To exit, press Ctrl+C again or Ctrl+D or type .exit)\r\n" : "");
  }

  /** Begins an empty line below the current one, which stays on the screen. Ctrl-Y inserts its text again. */
  function leaveLine(message: string): void {
    editor.write(null, TO_END);
    const { rows } = editor.getCursorPos();
    output.write(`\r\n${message}${"\r\n".repeat(rows)}`);
    // The editor redraws the line, as many rows above the cursor as the old line had.
    editor.write(null, DELETE_TO_START);
  }

  async function complete(line: string, done: CompleterDone): Promise<void> {
    const { words, word, detail } = await handlers.complete(line);
    if (isClosed) return;
    if (detail !== undefined) output.write(`\n${detail}\n`);
    done(null, [[...words], word]);
    if (detail !== undefined) editor.prompt(true);
  }

  async function showPrompt(): Promise<void> {
    if (source === "") firstPrompt = await handlers.prompt();
    if (isClosed) return;
    editor.setPrompt(ownPrompt());
    editor.prompt();
  }

  return {
    keyboard,
    async hold() {
      const left = once(editor, "close");
      await showPrompt();
      await left;
      keyboard.close();
      await history.save();
    },
    refresh() {
      if (!isClosed) editor.prompt(true);
    },
  };
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
 *
 * @param show shows a line behind the text of the search; null for the prompt at the end of the search.
 * @returns takes a key; false for one that belongs to the line.
 */
function createHistorySearch(
  history: History,
  editor: Pick<Interface, "line">,
  show: (line: string, search: string | null) => void,
): (stroke: Stroke) => boolean {
  let search: Search | null = null;

  /** Undefined when no line has the words. */
  const found = ({ before, words, place }: Search): string | undefined =>
    words === "" ? before : history.lines[place];
  const go = (next: Search): boolean => {
    search = next;
    const line = found(next);
    show(line ?? "", `search: ${next.words}${line === undefined ? " (not found) " : " > "}`);
    return true;
  };
  const older = (words: string, from: number): number => {
    if (words === "") return 0;
    const place = history.lines.findIndex((line, at) => at >= from && line.includes(words));
    return place < 0 ? history.lines.length : place;
  };
  const newer = (words: string, before: number): number => {
    const place = history.lines.slice(0, before).findLastIndex((line) => line.includes(words));
    return place < 0 ? before : place;
  };
  const look = (now: Search, words: string, from: number): boolean =>
    go({ ...now, words, place: older(words, from) });

  return (stroke) => {
    const now = search;
    const [isOlder, isNewer] = [isControl(stroke, "r"), isControl(stroke, "s")];
    if (now === null) return (isOlder || isNewer) && go({ before: editor.line, words: "", place: 0 });
    if (isOlder) return look(now, now.words, now.place + 1);
    if (isNewer) return go({ ...now, place: newer(now.words, now.place) });
    if (stroke.key === null) return look(now, now.words + stroke.text, now.place);
    if (stroke.key.name === "backspace") return look(now, now.words.replace(/.$/su, ""), 0);
    search = null;
    const isGivenUp = isInterrupt(stroke) || isControl(stroke, "g") || stroke.key.name === "escape";
    show((isGivenUp ? undefined : found(now)) ?? now.before, null);
    return isGivenUp;
  };
}
