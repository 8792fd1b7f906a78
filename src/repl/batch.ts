import type { Connection } from "./connection.js";
import { createScriptConsole } from "./evaluation/script-console.js";
import { CONSOLE_FILE, createEvaluator } from "./evaluation/evaluator.js";
import { toScriptFailure } from "./evaluation/script-failure.js";
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
    { ...globals, console: createScriptConsole(host.log) },
    { stopped: host.stopped },
  );
  const failures: unknown[] = [];
  const stopWatching = watchFloating((error) => {
    failures.push(toScriptFailure(error, CONSOLE_FILE));
    evaluator.interrupt(failures[0]);
  });
  const signal = host.interruption();
  const onAbort = (): void => evaluator.interrupt(signal.reason);
  signal.addEventListener("abort", onAbort);

  /** What was not awaited may still fail. */
  const end = async (): Promise<void> => {
    await settled();
    if (failures.length > 0) throw failures[0];
  };
  return {
    async *lines(lines) {
      for await (const { value } of runLines(lines, evaluator)) yield value;
      await end();
    },
    async *program(source, file = CONSOLE_FILE) {
      yield await runProgram(source, evaluator, file);
      await end();
    },
    close() {
      stopWatching();
      signal.removeEventListener("abort", onAbort);
    },
  };
}
