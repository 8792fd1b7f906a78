import { Recoverable, start, type REPLServer } from "node:repl";
import { PassThrough } from "node:stream";
import type { Completion } from "../completion/complete.js";
import type { History } from "../history.js";
import type { Dialogue } from "./dialogue.js";
import { Keyboard } from "./keyboard.js";

const CONTINUATION = "... ";

type CompleterDone = (error: null, result: [string[], string]) => void;

/** Handlers for entered lines. None of them throws. */
export interface LineHandlers {
  /** A line was entered: keys after it wait until it has been handled, except Ctrl-C. */
  readonly begin: () => void;
  /** Ctrl-C while a line is handled. */
  readonly interrupt: () => void;
  /** Runs a source. Returns false when it is incomplete. `hasMore` when more lines are waiting. */
  readonly enter: (source: string, hasMore: boolean) => Promise<boolean>;
  /** Runs a dot command: its first word, and the others. */
  readonly command: (name: string, words: string) => Promise<void>;
  readonly complete: (line: string) => Promise<Completion>;
  /** Returns the prompt of the next line. */
  readonly prompt: () => Promise<string>;
}

/** Node's own line editor. Only the editing is Node's: evaluation and commands are those of the handlers. */
export class LineEditor {
  readonly keyboard: Keyboard;
  readonly #server: REPLServer;
  readonly #handlers: LineHandlers;
  readonly #history: History;
  #lines: string[];
  /** The lines of an incomplete pasted statement. */
  #pasted = "";
  #prompt = "";

  constructor({ input, output, hasColour, errorText }: Dialogue, history: History, handlers: LineHandlers) {
    this.#handlers = handlers;
    this.#history = history;
    this.#server = start({
      // The keys come from the keyboard.
      input: new PassThrough(),
      output,
      terminal: true,
      // A preview would run code before it is entered.
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

  /** Resolves when the user leaves. */
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

  /** Shows the line again, below any other output. */
  refresh(): void {
    this.#server.prompt(true);
  }

  #takeOver(): void {
    const server = this.#server;
    const evaluate: REPLServer["eval"] = (line, _context, _file, done) => {
      this.#begin();
      void this.#answer(this.#pasted + line, done);
    };
    // Not an option, because there it would be bound to an error domain.
    Object.assign(server, { eval: evaluate, history: this.#lines, commands: this.#commands() });
    server.on("history", (lines: string[]) => (this.#lines = lines));
    // Runs before the editor's own listener, which shows the prompt.
    server.prependListener("SIGINT", () => {
      this.#pasted = "";
      server.setPrompt(this.#prompt);
    });
  }

  /** Any word after a dot is a command; the handler decides whether it exists. The editor's own two remain. */
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
    // The line continues the last one with a member access.
    if (this.#pasted !== "") await this.#enter(`${this.#pasted}.${name} ${words}\n`);
    else await this.#handlers.command(name, words);
    await this.#showPrompt();
    this.keyboard.release();
  }

  #begin(): void {
    this.#handlers.begin();
    this.keyboard.hold();
  }

  /** Tells the editor that a line is done; its output is already shown. */
  async #answer(source: string, done: (error: Error | null, result?: unknown) => void): Promise<void> {
    const isDone = await this.#enter(source);
    if (isDone) await this.#setPrompt();
    done(isDone ? null : new Recoverable(new SyntaxError("The statement is not finished. ")));
    this.keyboard.release();
  }

  /**
   * Returns false when the editor must continue the statement. Pasted lines are collected here, because the editor's
   * time grows with their square.
   */
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
