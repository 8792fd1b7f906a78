import type { NamedKeys } from "../data/keys/named-keys.js";
import { completeLine } from "./completion/complete.js";
import { createValueSource } from "./completion/values.js";
import type { ConsoleConnection, Host } from "./connection.js";
import { deferCalls } from "./wrapped-calls.js";
import {
  createEvaluator,
  type Evaluator,
  runLines,
  type RanStatement,
  unawaitedNote,
  createScriptConsole,
} from "./evaluation/evaluator.js";
import { OpenBrackets } from "./evaluation/parse-source.js";
import { CONSOLE_FILE, toScriptFailure, watchFloating } from "./evaluation/script-failure.js";
import { createGlobals } from "./globals.js";
import type { History } from "./history.js";
import { inTime, untilAborted } from "./waiting.js";
import { printResult, type PrintStyle, excerpt } from "./print/print-result.js";
import { type Dialogue, writeDirectly } from "./prompt/dialogue.js";
import { runDotCommand, type DotActions } from "./prompt/dot-commands.js";
import { helpSections } from "./prompt/help.js";
import { LineEditor } from "./prompt/line-editor.js";
import { promptOf } from "./prompt/prompt-text.js";
import { createSignalled, type Signalled, watchStarved } from "./prompt/signalled.js";
import { Session } from "./session.js";
import * as errors from "./errors.js";

const DEFAULT_WIDTH = 80;
const COMPLETION_PATIENCE_MS = 2000;

export interface ConversationOptions {
  readonly connection: ConsoleConnection;
  readonly keys: NamedKeys;
  readonly dialogue: Dialogue;
  readonly history: History;
}

export function converse(options: ConversationOptions): Promise<void> {
  return new Conversation(options).hold();
}

/** A line editor with the console's own evaluation: results are awaited and printed whole, one statement at a time. */
class Conversation {
  readonly #connection: ConsoleConnection;
  readonly #keys: NamedKeys;
  readonly #dialogue: Dialogue;
  readonly #editor: LineEditor;
  readonly #signalled: Signalled;
  readonly #session = new Session();
  readonly #brackets = new OpenBrackets();
  #evaluator: Evaluator;
  #statement = new AbortController();
  #isTimed = false;

  constructor({ connection, keys, dialogue, history }: ConversationOptions) {
    this.#connection = connection;
    this.#keys = keys;
    this.#dialogue = dialogue;
    this.#editor = new LineEditor(dialogue, history, {
      begin: () => {
        this.#statement = new AbortController();
      },
      interrupt: () => void this.#interrupt(),
      enter: (source, hasMore) => this.#enter(source, hasMore),
      command: (name, words) => this.#command(name, words),
      complete: (line) => {
        const values = createValueSource(connection, keys);
        const completion = completeLine(line, this.#evaluator.context, values);
        return inTime(completion, COMPLETION_PATIENCE_MS, { words: [], word: "" });
      },
      prompt: () => promptOf(connection),
    });
    this.#signalled = createSignalled(dialogue.input, () => this.#interrupt());
    this.#evaluator = this.#createEvaluator();
  }

  async hold(): Promise<void> {
    const stopWatching = watchFloating((error) => this.#showFloating(error));
    // Ctrl-C in the terminal arrives as a key; a signal comes from another process.
    const onSignal = (): void => void this.#interrupt();
    process.on("SIGINT", onSignal);
    // Code of a stopped statement, or of none, may go on.
    const unwatchStarved = watchStarved(
      () => this.#statement.signal.aborted || this.#signalled.isStopped(),
      () => void this.#interrupt(),
    );
    await this.#editor.hold();
    unwatchStarved();
    this.#signalled.close();
    process.off("SIGINT", onSignal);
    stopWatching();
  }

  #createEvaluator(): Evaluator {
    const host: Host = {
      keys: this.#keys,
      askPassword: async (message: string) => {
        this.#write(`${message}: `);
        try {
          return await this.#editor.keyboard.readHidden();
        } finally {
          this.#write("\n");
        }
      },
      print: (value: unknown) => {
        this.#evaluator.remember(value);
        this.#show(value);
      },
      openProgress: () => this.#dialogue.openProgress(),
      interruption: () => this.#statement.signal,
    };
    const console = createScriptConsole((text) => this.#write(text), this.#dialogue.hasColour);
    const globals = { ...createGlobals(deferCalls(this.#connection), host), console };
    const { enter } = this.#signalled;
    return createEvaluator(globals, { stopped: () => this.#interrupt(), enter });
  }

  /** Runs a source. Returns false when it is incomplete: nothing ran. */
  async #enter(source: string, hasMore: boolean): Promise<boolean> {
    if (hasMore && this.#brackets.isOpen(source)) return false;
    this.#brackets.reset();
    let isComplete = true;
    await this.#guard(async () => {
      const startMs = performance.now();
      const evaluation = await this.#evaluator.evaluate(source, this.#statement);
      isComplete = evaluation.isComplete;
      if (!evaluation.isComplete) return;
      this.#showRan({ source, ...evaluation });
      if (this.#isTimed) this.#say(`${(performance.now() - startMs).toFixed(1)} ms`);
    });
    return isComplete;
  }

  #command(name: string, words: string): Promise<void> {
    return this.#guard(() =>
      untilAborted(runDotCommand(name, words, this.#actions()), this.#statement.signal),
    );
  }

  #actions(): DotActions {
    return {
      connection: this.#connection,
      keystore: this.#keys.keystore,
      session: this.#session,
      show: (value) => this.#show(value),
      showAll: () => this.#write(this.#print(this.#evaluator.context["_"])),
      say: (text) => this.#say(text),
      run: async (source) => {
        const lines = runLines(source.split("\n"), this.#evaluator, this.#statement);
        for await (const ran of lines) this.#showRan(ran);
      },
      help: (topic) => {
        const sections = helpSections(topic, (name) => name in this.#evaluator.context);
        this.#write(this.#dialogue.helpText(sections));
      },
      clear: () => {
        this.#evaluator = this.#createEvaluator();
      },
      toggleTime: () => (this.#isTimed = !this.#isTimed),
    };
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#write(this.#dialogue.errorText(toScriptFailure(error, CONSOLE_FILE)));
    }
  }

  #interrupt(): Error {
    this.#statement.abort(errors.statementInterrupted());
    return this.#statement.signal.reason as Error;
  }

  #showRan({ source, value, expression, unawaited }: RanStatement): void {
    this.#session.record({ source, expression, hasResult: value !== undefined });
    this.#show(value);
    if (unawaited.length > 0) this.#say(unawaitedNote(unawaited));
  }

  #show(value: unknown): void {
    this.#write(excerpt(this.#print(value), this.#style()));
  }

  #print(value: unknown): string {
    return printResult(value, this.#style());
  }

  #style(): PrintStyle {
    const { output, hasColour } = this.#dialogue;
    // A terminal of unknown width reports 0.
    return { width: output.columns || DEFAULT_WIDTH, hasColour };
  }

  #say(text: string): void {
    this.#write(`${text}\n`);
  }

  #write(text: string): void {
    writeDirectly(this.#dialogue.output, text);
  }

  #showFloating(error: unknown): void {
    this.#evaluator.context["_error"] = error;
    const failure = toScriptFailure(error, CONSOLE_FILE);
    this.#write(`\nA promise that was not awaited failed:\n${this.#dialogue.errorText(failure)}`);
    this.#editor.refresh();
  }
}
