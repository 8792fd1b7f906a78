import { Console } from "node:console";
import { Recoverable, start, type REPLServer } from "node:repl";
import { PassThrough } from "node:stream";
import type { Keystore } from "../node/keystore.js";
import { completeLine } from "./completion/complete.js";
import { createValueSource } from "./completion/values.js";
import type { Connection } from "./connection.js";
import { createEvaluator, CONSOLE_FILE, type Evaluator } from "./evaluation/evaluator.js";
import { toScriptFailure } from "./evaluation/script-failure.js";
import { watchFloating } from "./floating.js";
import { createGlobals } from "./globals.js";
import type { History } from "./history.js";
import type { Host } from "./host.js";
import { interrupted } from "./interrupted.js";
import { printResult } from "./print/print-result.js";
import type { Dialogue } from "./prompt/dialogue.js";
import { DOT_COMMANDS, type DotActions } from "./prompt/dot-commands.js";
import { helpSections } from "./prompt/help.js";
import { createKeyboard, type Keyboard } from "./prompt/keyboard.js";
import { OpenBrackets } from "./prompt/open-brackets.js";
import { promptOf } from "./prompt/prompt-text.js";
import { runLines, type Ran } from "./run-source.js";
import { Session } from "./session.js";

const DEFAULT_WIDTH = 80;

type CompleterDone = (error: null, result: [string[], string]) => void;

/** Talks with a person at a prompt until they leave. */
export function converse(
  connection: Connection,
  keystore: Keystore,
  dialogue: Dialogue,
  history: History,
): Promise<void> {
  return new Conversation(connection, keystore, dialogue).hold(history);
}

/** Node's own line editor over our evaluation: results awaited and printed whole, one statement at a time. */
class Conversation {
  readonly #connection: Connection;
  readonly #keystore: Keystore;
  readonly #dialogue: Dialogue;
  readonly #server: REPLServer;
  readonly #keyboard: Keyboard;
  readonly #session = new Session();
  readonly #brackets = new OpenBrackets();
  #evaluator: Evaluator;
  #statement = new AbortController();
  #isTimed = false;

  constructor(connection: Connection, keystore: Keystore, dialogue: Dialogue) {
    this.#connection = connection;
    this.#keystore = keystore;
    this.#dialogue = dialogue;
    const { input, output, hasColour } = dialogue;
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
      writer: (error: unknown) => dialogue.errorText(error),
      prompt: "",
    });
    this.#keyboard = createKeyboard({ input, editor: this.#server, onInterrupt: () => this.#interrupt() });
    this.#evaluator = this.#createEvaluator();
    this.#takeOver();
  }

  async hold(history: History): Promise<void> {
    const server = this.#server;
    const stopWatching = watchFloating((error) => this.#showFloating(error));
    // One that comes just after what does not await has ended, before the terminal gives keys again.
    const onSignal = (): void => this.#interrupt();
    process.on("SIGINT", onSignal);
    Object.assign(server, { history: [...history.lines] });
    server.on("history", (lines: string[]) => history.keep(lines));
    const left = new Promise<void>((resolve) => {
      server.once("exit", resolve);
    });
    await this.#prompt();
    await left;
    this.#keyboard.close();
    process.off("SIGINT", onSignal);
    stopWatching();
    await history.save();
  }

  /** Its commands and its evaluation become ours. */
  #takeOver(): void {
    const server = this.#server;
    const evaluate: REPLServer["eval"] = (source, _context, _file, done) => {
      this.#keyboard.hold();
      void this.#answer(source, done);
    };
    // Not among the options: there it would be bound to an error domain.
    Object.assign(server, { eval: evaluate });
    const { commands } = server as REPLServer & { readonly commands: Record<string, unknown> };
    delete commands["break"];
    for (const [name, command] of Object.entries(DOT_COMMANDS)) {
      server.defineCommand(name, (word) => {
        this.#keyboard.hold();
        void this.#guard(() => command(word.trim(), this.#actions())).then(async () => {
          await this.#prompt();
          this.#keyboard.release();
        });
      });
    }
  }

  /** Tells the line editor how a line ended: what is shown is shown already. */
  async #answer(source: string, done: (error: Error | null, result?: unknown) => void): Promise<void> {
    if (await this.#enter(source)) done(null);
    else done(new Recoverable(new SyntaxError("The statement is not finished. ")));
    this.#keyboard.release();
  }

  async #complete(line: string, done: CompleterDone): Promise<void> {
    const values = createValueSource(this.#connection, this.#keystore);
    const { words, word } = await completeLine(line, this.#evaluator.context, values);
    done(null, [[...words], word]);
  }

  #createEvaluator(): Evaluator {
    const { input, output } = this.#dialogue;
    const host: Host = {
      keystore: this.#keystore,
      askPassword: async (message: string) => {
        output.write(`${message}: `);
        try {
          return await this.#keyboard.readHidden();
        } finally {
          output.write("\n");
        }
      },
      print: (value: unknown) => {
        this.#evaluator.remember(value);
        this.#show(value);
      },
      interruption: () => this.#statement.signal,
    };
    const globals = { ...createGlobals(this.#connection, host), console: new Console(output) };
    return createEvaluator(globals, {
      stopped: interrupted,
      enter(run) {
        // Only now does Ctrl-C come as a signal, which ends what does not await.
        input.setRawMode?.(false);
        try {
          return run();
        } finally {
          input.setRawMode?.(true);
        }
      },
    });
  }

  /** Runs what was entered. False when it is not finished: nothing ran. */
  async #enter(source: string): Promise<boolean> {
    if (this.#keyboard.hasMore && this.#brackets.isOpen(source)) return false;
    this.#brackets.reset();
    let isComplete = true;
    await this.#guard(async () => {
      this.#statement = new AbortController();
      const startMs = performance.now();
      const evaluation = await this.#evaluator.evaluate(source);
      isComplete = evaluation.isComplete;
      if (!evaluation.isComplete) return;
      this.#showRan({ source, ...evaluation });
      if (this.#isTimed) this.#say(`${(performance.now() - startMs).toFixed(1)} ms`);
    });
    if (isComplete) this.#server.setPrompt(await promptOf(this.#connection));
    return isComplete;
  }

  #actions(): DotActions {
    return {
      connection: this.#connection,
      keystore: this.#keystore,
      session: this.#session,
      show: (value) => this.#show(value),
      say: (text) => this.#say(text),
      run: async (source) => {
        this.#statement = new AbortController();
        for await (const ran of runLines(source.split("\n"), this.#evaluator)) this.#showRan(ran);
      },
      help: (topic) => {
        const sections = helpSections(topic, (name) => name in this.#evaluator.context);
        this.#dialogue.output.write(this.#dialogue.helpText(sections));
      },
      clear: () => {
        this.#evaluator = this.#createEvaluator();
      },
      toggleTime: () => (this.#isTimed = !this.#isTimed),
    };
  }

  /** What fails is shown, and ends nothing else. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#dialogue.output.write(this.#dialogue.errorText(toScriptFailure(error, CONSOLE_FILE)));
    }
  }

  #interrupt(): void {
    const reason = interrupted();
    this.#statement.abort(reason);
    this.#evaluator.interrupt(reason);
  }

  #showRan({ source, value, expression }: Ran): void {
    this.#session.record({ source, expression, hasResult: value !== undefined });
    this.#show(value);
  }

  #show(value: unknown): void {
    const { output, hasColour } = this.#dialogue;
    // A terminal that does not know its width says 0.
    output.write(printResult(value, { width: output.columns || DEFAULT_WIDTH, hasColour }));
  }

  #say(text: string): void {
    this.#dialogue.output.write(`${text}\n`);
  }

  /** What failed where nobody awaited it. */
  #showFloating(error: unknown): void {
    const { output, errorText } = this.#dialogue;
    this.#evaluator.context["_error"] = error;
    output.write(`\nNobody awaited this:\n${errorText(toScriptFailure(error, CONSOLE_FILE))}`);
    this.#server.prompt(true);
  }

  async #prompt(): Promise<void> {
    this.#server.setPrompt(await promptOf(this.#connection));
    this.#server.displayPrompt();
  }
}
