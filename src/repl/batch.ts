import type { Connection } from "./connection.js";
import { createScriptConsole } from "./evaluation/script-console.js";
import { createEvaluator } from "./evaluation/evaluator.js";
import { CONSOLE_FILE, toScriptFailure } from "./evaluation/script-failure.js";
import { watchFloating } from "./floating.js";
import { createGlobals } from "./globals.js";
import type { Host } from "./host.js";
import { trackCalls } from "./pending-calls.js";
import { runLines, runProgram } from "./run-source.js";

/** Runs what nobody types. The values of statements are yielded as they come; the first failure ends it. */
export interface Batch {
  /** Each statement as soon as it is whole. */
  lines(lines: AsyncIterable<string>): AsyncIterable<unknown>;
  /** All of it as one program, whose value is that of its last statement. */
  program(source: string, file?: string): AsyncIterable<unknown>;
  close(): void;
}

export interface BatchHost extends Host {
  /** Where the script's own console writes. */
  readonly log: (text: string) => void;
  /** The reason of a statement that Ctrl-C ended while it ran without awaiting. */
  readonly stopped: () => unknown;
}

export function createBatch(connection: Connection, host: BatchHost): Batch {
  const { client, settled } = trackCalls(connection.client);
  const print = (value: unknown): void => {
    evaluator.remember(value);
    host.print(value);
  };
  const globals = createGlobals({ ...connection, client }, { ...host, print });
  const evaluator = createEvaluator(
    { ...globals, console: createScriptConsole((text) => host.log(text.replace(/\n$/, ""))) },
    { stopped: host.stopped },
  );
  const failure = new AbortController();
  const stopWatching = watchFloating((error) => failure.abort(toScriptFailure(error, CONSOLE_FILE)));
  const signal = AbortSignal.any([failure.signal, host.interruption()]);

  /** What was not awaited may still fail. */
  const end = async (): Promise<void> => {
    await settled();
    failure.signal.throwIfAborted();
  };
  return {
    async *lines(lines) {
      for await (const { value } of runLines(lines, evaluator, { signal })) yield value;
      await end();
    },
    async *program(source, file = CONSOLE_FILE) {
      yield await runProgram(source, evaluator, { signal, file });
      await end();
    },
    close: stopWatching,
  };
}
