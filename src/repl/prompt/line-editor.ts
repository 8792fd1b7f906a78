import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { PassThrough } from "node:stream";
import type { Completion } from "../completion/complete.js";
import { MOST_LINES, type History } from "../history.js";
import type { Dialogue, Output } from "./dialogue.js";
import { Keyboard, isControl, type Stroke, isInterrupt } from "./keyboard.js";

const CONTINUATION = "... ";
/** A word behind a dot, unlike `.5` and `...list`. */
const COMMAND = /^\s*\.([^\s.\d]\S*)\s*(.*)$/s;
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

/**
 * The prompt: Node's line editor gets the keys from the keyboard and edits one line. Statements of several lines, the
 * search for earlier lines, `.editor` and `.exit` are done here.
 */
export class LineEditor {
  readonly keyboard: Keyboard;
  readonly #line: Interface;
  readonly #output: Output;
  readonly #handlers: LineHandlers;
  readonly #history: History;
  readonly #search: HistorySearch;
  #source = "";
  /** The lines of `.editor`; null outside. */
  #draft: string[] | null = null;
  /** The prompt of a statement's first line. */
  #prompt = "";
  #isLeaving = false;
  #isClosed = false;

  constructor({ input, output }: Dialogue, history: History, handlers: LineHandlers) {
    this.#output = output;
    this.#handlers = handlers;
    this.#history = history;
    this.#line = createInterface({
      // The keys come from the keyboard.
      input: new PassThrough(),
      output,
      terminal: true,
      history: [...history.lines],
      historySize: MOST_LINES,
      completer: (line: string, done: CompleterDone) => void this.#complete(line, done),
    });
    this.#line.on("history", (lines: string[]) => history.keep(lines));
    this.#line.on("line", (line: string) => this.#take(line));
    this.#line.on("SIGINT", () => this.#cancel());
    // At once: since Node.js 24 an editor that is closed throws.
    this.#line.on("close", () => (this.#isClosed = true));
    this.#search = new HistorySearch({
      lines: () => history.lines,
      line: () => this.#line.line,
      show: (line, search) => this.#replace(line, search ?? this.#ownPrompt()),
    });
    const onStroke = (stroke: Stroke): void => this.#type(stroke);
    this.keyboard = new Keyboard({ input, onStroke, onInterrupt: handlers.interrupt });
  }

  async hold(): Promise<void> {
    const left = once(this.#line, "close");
    await this.#showPrompt();
    await left;
    this.keyboard.close();
    await this.#history.save();
  }

  /** Shows the line again, below any other output. */
  refresh(): void {
    if (!this.#isClosed) this.#line.prompt(true);
  }

  #type(stroke: Stroke): void {
    if (this.#isClosed || this.#search.take(stroke)) return;
    if (this.#draft !== null && isControl(stroke, "d")) this.#runDraft(this.#draft);
    else if (stroke.key === null) this.#line.write(stroke.text);
    else this.#line.write(stroke.text, stroke.key);
  }

  #take(line: string): void {
    this.#isLeaving = false;
    const [, name, words = ""] = this.#source === "" ? (COMMAND.exec(line) ?? []) : [];
    if (this.#draft !== null) this.#extendDraft(this.#draft, line);
    else if (name === "exit") this.#line.close();
    else if (name === "editor") this.#beginDraft();
    else if (name !== undefined) void this.#handle(() => this.#handlers.command(name, words.trim()));
    else void this.#handle(() => this.#enter(`${this.#source}${line}\n`));
  }

  async #handle(work: () => Promise<void>): Promise<void> {
    this.#handlers.begin();
    this.keyboard.hold();
    await work();
    await this.#showPrompt();
    this.keyboard.release();
  }

  async #enter(source: string): Promise<void> {
    const isComplete = await this.#handlers.enter(source, this.keyboard.hasMore);
    this.#source = isComplete ? "" : source;
  }

  #beginDraft(): void {
    this.#draft = [];
    this.#output.write("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
    this.#line.setPrompt("");
    this.#line.prompt();
  }

  /** The next line begins below the last one's text, unless it was pasted. */
  #extendDraft(draft: string[], line: string): void {
    draft.push(line);
    this.#line.prompt();
    if (!this.keyboard.hasMore) this.#line.write(/^\s*/.exec(line)?.[0] ?? "");
  }

  /** Runs the draft and the line below it as one source. */
  #runDraft(draft: readonly string[]): void {
    this.#source = draft.map((line) => `${line}\n`).join("");
    this.#draft = null;
    this.#line.write(null, RETURN);
  }

  /** Ctrl-C drops the line and the statement; without any, the second one leaves. */
  #cancel(): void {
    const isEmpty = this.#line.line === "" && this.#source === "" && this.#draft === null;
    if (isEmpty && this.#isLeaving) {
      this.#line.close();
      return;
    }
    this.#isLeaving = isEmpty;
    this.#source = "";
    this.#draft = null;
    this.#line.setPrompt(this.#prompt);
    this.#leaveLine(isEmpty ? "(To exit, press Ctrl+C again or Ctrl+D or type .exit)\r\n" : "");
  }

  /** Begins an empty line below the current one, which stays on the screen. Ctrl-Y inserts its text again. */
  #leaveLine(message: string): void {
    this.#line.write(null, TO_END);
    const { rows } = this.#line.getCursorPos();
    this.#output.write(`\r\n${message}${"\r\n".repeat(rows)}`);
    // The editor redraws the line, as many rows above the cursor as the old line had.
    this.#line.write(null, DELETE_TO_START);
  }

  #replace(line: string, prompt: string): void {
    this.#line.write(null, TO_END);
    this.#line.write(null, DELETE_TO_START);
    this.#line.setPrompt(prompt);
    this.#line.write(line);
    this.#line.prompt(true);
  }

  async #complete(line: string, done: CompleterDone): Promise<void> {
    const { words, word, detail } = await this.#handlers.complete(line);
    if (this.#isClosed) return;
    if (detail !== undefined) this.#output.write(`\n${detail}\n`);
    done(null, [[...words], word]);
    if (detail !== undefined) this.refresh();
  }

  async #showPrompt(): Promise<void> {
    if (this.#source === "") this.#prompt = await this.#handlers.prompt();
    if (this.#isClosed) return;
    this.#line.setPrompt(this.#ownPrompt());
    this.#line.prompt();
  }

  #ownPrompt(): string {
    if (this.#draft !== null) return "";
    return this.#source === "" ? this.#prompt : CONTINUATION;
  }
}

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
class HistorySearch {
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
