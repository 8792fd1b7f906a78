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
import { inTime } from "../base/in-time.js";
import { untilAborted } from "./waiting.js";
import { printResult, type PrintStyle, folded } from "./print/print-result.js";
import { type Dialogue, writeDirectly } from "./prompt/dialogue.js";
import { runDotCommand, type DotActions } from "./prompt/dot-commands.js";
import { helpSections } from "./prompt/help.js";
import { replayTransaction } from "../replay/trial/try-transaction.js";
import { NO_LABELS } from "../replay/trial/debugged.js";
import { stepsOf } from "../replay/stepping/steps.js";
import { transactionUnknown } from "../records/errors.js";
import { findHash } from "./objects/arguments.js";
import { stepThrough } from "./prompt/step-through.js";
import { createLineEditor } from "./prompt/line-editor.js";
import { promptOf } from "./prompt/prompt-text.js";
import { createSignalled, watchStarved } from "./prompt/signalled.js";
import { RecordedSends } from "./recorded-sends.js";
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

/** A line editor with the console's own evaluation: results are awaited and printed whole, one statement at a time. */
export async function converse({ connection, keys, dialogue, history }: ConversationOptions): Promise<void> {
  const session = new Session();
  const sends = new RecordedSends();
  const brackets = new OpenBrackets();
  let statement = new AbortController();
  let isTimed = false;
  /** What was folded of the last result. */
  let unshown = "";
  const editor = createLineEditor(dialogue, history, {
    begin: () => {
      statement = new AbortController();
    },
    interrupt,
    enter,
    command: (name, words) =>
      guard(() => untilAborted(runDotCommand(name, words, actions), statement.signal)),
    complete: (line) => {
      const completion = completeLine(line, evaluator.context, createValueSource(connection, keys));
      return inTime(completion, COMPLETION_PATIENCE_MS, () => ({ words: [], word: "" }));
    },
    prompt: () => promptOf(connection),
  });
  const signalled = createSignalled(dialogue.input, interrupt);
  let evaluator = openEvaluator();
  const actions: DotActions = {
    connection,
    keystore: keys.keystore,
    session,
    sends,
    show,
    showAll: () => write(printResult(evaluator.context["_"], style())),
    showMore: () => (unshown === "" ? say("All of the result is shown.") : showFolded(unshown)),
    say,
    run: async (source) => {
      for await (const ran of runLines(source.split("\n"), evaluator, statement)) showRan(ran);
    },
    step,
    help: (topic) => write(dialogue.helpText(helpSections(topic, (name) => name in evaluator.context))),
    clear: () => {
      evaluator = openEvaluator();
    },
    toggleTime: () => (isTimed = !isTimed),
  };

  function openEvaluator(): Evaluator {
    const host: Host = {
      keys,
      askPassword: async (message: string) => {
        write(`${message}: `);
        try {
          return await editor.keyboard.readHidden();
        } finally {
          write("\n");
        }
      },
      print: (value: unknown) => {
        evaluator.remember(value);
        show(value);
      },
      openProgress: () => dialogue.openProgress(),
      interruption: () => statement.signal,
    };
    const console = createScriptConsole(write, dialogue.hasColour);
    const globals = { ...createGlobals(sends.watch(deferCalls(connection)), host), console };
    return createEvaluator(globals, { stopped: interrupt, enter: signalled.enter });
  }

  async function step(word: string): Promise<void> {
    const hash = await findHash(connection.client, word);
    const trial = await replayTransaction(await connection.openChain(), hash);
    if (trial === null) throw transactionUnknown({ hash });
    const { output, hasColour } = dialogue;
    const run = {
      trial,
      steps: stepsOf(trial.calls),
      placeOf: () => undefined,
      labels: NO_LABELS,
      files: new Map(),
    };
    await stepThrough({ keys: editor.keyboard, output, run, hasColour });
  }

  /** Runs a source. Returns false when it is incomplete: nothing ran. */
  async function enter(source: string, hasMore: boolean): Promise<boolean> {
    if (hasMore && brackets.isOpen(source)) return false;
    brackets.reset();
    let isComplete = true;
    await guard(async () => {
      const startMs = performance.now();
      const evaluation = await evaluator.evaluate(source, statement);
      isComplete = evaluation.isComplete;
      if (!evaluation.isComplete) return;
      showRan({ source, ...evaluation });
      if (isTimed) say(`${(performance.now() - startMs).toFixed(1)} ms`);
    });
    return isComplete;
  }

  async function guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      write(dialogue.errorText(toScriptFailure(error, CONSOLE_FILE)));
    }
  }

  /** Interrupts the current statement and returns the reason. */
  function interrupt(): Error {
    statement.abort(errors.statementInterrupted());
    return statement.signal.reason as Error;
  }

  function showRan({ source, value, expression, unawaited }: RanStatement): void {
    session.record({ source, expression, hasResult: value !== undefined });
    show(value);
    if (unawaited.length > 0) say(unawaitedNote(unawaited));
  }

  function show(value: unknown): void {
    showFolded(printResult(value, style()));
  }

  function showFolded(text: string): void {
    const { shown, rest } = folded(text, style());
    unshown = rest;
    write(shown);
  }

  function style(): PrintStyle {
    const { output, hasColour } = dialogue;
    // A terminal of unknown width reports 0.
    return { width: output.columns || DEFAULT_WIDTH, hasColour };
  }

  function say(text: string): void {
    write(`${text}\n`);
  }

  function write(text: string): void {
    writeDirectly(dialogue.output, text);
  }

  const stopWatching = watchFloating((error) => {
    evaluator.context["_error"] = error;
    const failure = toScriptFailure(error, CONSOLE_FILE);
    write(`\nA promise that was not awaited failed:\n${dialogue.errorText(failure)}`);
    editor.refresh();
  });
  // Ctrl-C in the terminal arrives as a key; a signal comes from another process.
  process.on("SIGINT", interrupt);
  // Code of a stopped statement, or of none, may go on.
  const unwatchStarved = watchStarved(() => statement.signal.aborted || signalled.isStopped(), interrupt);
  await editor.hold();
  unwatchStarved();
  signalled.close();
  process.off("SIGINT", interrupt);
  stopWatching();
}
