import type { ConsoleConnection, Host } from "./connection.js";
import {
  createScriptConsole,
  createEvaluator,
  runLines,
  runSource,
  unawaitedNote,
} from "./evaluation/evaluator.js";
import { CONSOLE_FILE, toScriptFailure, watchFloating } from "./evaluation/script-failure.js";
import { createGlobals } from "./globals.js";
import { trackCalls } from "./wrapped-calls.js";

/** Runs statements without a person. Their values are yielded as they come; the first failure ends the batch. */
export interface Batch {
  /** Runs each statement as soon as it is complete. */
  lines(lines: AsyncIterable<string>): AsyncIterable<unknown>;
  /** Runs the source as one program, whose value is that of its last statement. */
  program(source: string, file?: string): AsyncIterable<unknown>;
  close(): void;
}

export interface BatchHost extends Omit<Host, "interruption"> {
  readonly log: (text: string) => void;
  /** The words for a program, which are its `args`. */
  readonly args: readonly string[];
}

/** A signal ends the process, as it ends other interpreters: a script may keep the event loop from receiving it. */
export function createBatch(connection: ConsoleConnection, host: BatchHost): Batch {
  const { client, settled } = trackCalls(connection.client);
  const print = (value: unknown): void => {
    evaluator.remember(value);
    host.print(value);
  };
  const failure = new AbortController();
  const { signal } = failure;
  const globals = createGlobals({ ...connection, client }, { ...host, print, interruption: () => signal });
  const evaluator = createEvaluator({
    ...globals,
    args: host.args,
    console: createScriptConsole((text) => host.log(text.replace(/\n$/, ""))),
  });
  const stopWatching = watchFloating((error) => failure.abort(toScriptFailure(error, CONSOLE_FILE)));

  /** Promises that were not awaited may still fail. */
  const end = async (): Promise<void> => {
    await settled();
    signal.throwIfAborted();
  };
  return {
    async *lines(lines) {
      for await (const { value, unawaited } of runLines(lines, evaluator, { signal })) {
        if (unawaited.length > 0) host.log(unawaitedNote(unawaited));
        yield value;
      }
      await end();
    },
    async *program(source, file = CONSOLE_FILE) {
      yield await runSource(source, evaluator, { signal, file });
      await end();
    },
    close: stopWatching,
  };
}
