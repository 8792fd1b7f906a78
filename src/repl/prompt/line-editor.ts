import { Recoverable, start, type REPLServer } from "node:repl";
import { PassThrough } from "node:stream";
import type { Completion } from "../completion/complete.js";
import type { History } from "../history.js";
import type { Dialogue } from "./dialogue.js";
import { Keyboard } from "./keyboard.js";

const CONTINUATION = "... ";

type CompleterDone = (error: null, result: [string[], string]) => void;

/** What happens when lines are entered, one after the other. None of these throws. */
export interface LineHandlers {
  /** A line comes: what follows it waits until it has been dealt with, except Ctrl-C. */
  readonly begin: () => void;
  /** Ctrl-C meanwhile. */
  readonly interrupt: () => void;
  /** Runs what was entered, unless it is not finished: then answers false. `hasMore` when more is waiting already. */
  readonly enter: (source: string, hasMore: boolean) => Promise<boolean>;
  /** What stands behind a dot: the first word, and the others. */
  readonly command: (name: string, words: string) => Promise<void>;
  readonly complete: (line: string) => Promise<Completion>;
  /** What stands before the next line. */
  readonly prompt: () => Promise<string>;
}

/** Node's own line editor, of which nothing but the editing is left: evaluation and commands are those of the handlers. */
export class LineEditor {
  readonly keyboard: Keyboard;
  readonly #server: REPLServer;
  readonly #handlers: LineHandlers;
  readonly #history: History;
  #lines: string[];
  /** The lines of a statement that is pasted and not finished. */
  #pasted = "";
  #prompt = "";

  constructor({ input, output, hasColour, errorText }: Dialogue, history: History, handlers: LineHandlers) {
    this.#handlers = handlers;
    this.#history = history;
    this.#server = start({
      // Its keys come from the keyboard.
      input: new PassThrough(),
      output,
      terminal: true,
      // It would run what is not yet entered.
      preview: false,
      useColors: hasColour,
      useGlobal: false,
      completer: (line: string, done: CompleterDone) => void this.#complete(line, done),
      writer: errorText,
      prompt: "",
    });
    this.keyboard = new Keyboard({ input, editor: this.#server, onInterrupt: handlers.interrupt });
    this.#lines = [...history.lines];
    this.#takeOver();
  }

  /** Until the person leaves. */
  async hold(): Promise<void> {
    const left = new Promise<void>((resolve) => {
      this.#server.once("exit", resolve);
    });
    await this.#showPrompt();
    await left;
    this.keyboard.close();
    this.#history.keep(this.#lines);
    await this.#history.save();
  }

  /** Shows the line again, below what was said meanwhile. */
  refresh(): void {
    this.#server.prompt(true);
  }

  #takeOver(): void {
    const server = this.#server;
    const evaluate: REPLServer["eval"] = (line, _context, _file, done) => {
      this.#begin();
      void this.#answer(this.#pasted + line, done);
    };
    // Not among the options: there it would be bound to an error domain.
    Object.assign(server, { eval: evaluate, history: this.#lines, commands: this.#commands() });
    server.on("history", (lines: string[]) => (this.#lines = lines));
    // Before its own listener, which shows the prompt.
    server.prependListener("SIGINT", () => {
      this.#pasted = "";
      server.setPrompt(this.#prompt);
    });
  }

  /** Every word behind a dot is a command: whether there is one the handler knows. The editor's own two stay. */
  #commands(): object {
    const { commands } = this.#server as REPLServer & { readonly commands: Record<string, unknown> };
    const own = { editor: commands["editor"], exit: commands["exit"] };
    return new Proxy(own, {
      get: (_, name: string) =>
        this.#pasted === "" && Object.hasOwn(own, name)
          ? Reflect.get(own, name)
          : { action: (words: string) => void this.#command(name, words.trim()) },
    });
  }

  async #command(name: string, words: string): Promise<void> {
    this.#begin();
    // A member of what the last line ends with.
    if (this.#pasted !== "") await this.#enter(`${this.#pasted}.${name} ${words}\n`);
    else await this.#handlers.command(name, words);
    await this.#showPrompt();
    this.keyboard.release();
  }

  #begin(): void {
    this.#handlers.begin();
    this.keyboard.hold();
  }

  /** Tells the editor how a line ended: what is shown is shown already. */
  async #answer(source: string, done: (error: Error | null, result?: unknown) => void): Promise<void> {
    const isDone = await this.#enter(source);
    if (isDone) await this.#setPrompt();
    done(isDone ? null : new Recoverable(new SyntaxError("The statement is not finished. ")));
    this.keyboard.release();
  }

  /** False when the editor has to go on with it: what is pasted takes it a time that grows with the square. */
  async #enter(source: string): Promise<boolean> {
    const { hasMore } = this.keyboard;
    const isDone = await this.#handlers.enter(source, hasMore);
    const isPasted = !isDone && (this.#pasted !== "" || hasMore);
    this.#pasted = isPasted ? source : "";
    return isDone || isPasted;
  }

  async #complete(line: string, done: CompleterDone): Promise<void> {
    const { words, word } = await this.#handlers.complete(line);
    done(null, [[...words], word]);
  }

  async #showPrompt(): Promise<void> {
    await this.#setPrompt();
    this.#server.displayPrompt();
  }

  async #setPrompt(): Promise<void> {
    if (this.#pasted !== "") {
      this.#server.setPrompt(CONTINUATION);
      return;
    }
    this.#history.keep(this.#lines);
    this.#prompt = await this.#handlers.prompt();
    this.#server.setPrompt(this.#prompt);
  }
}
