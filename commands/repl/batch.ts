import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { withoutByteOrderMark } from "../../src/codec/file-text.js";
import type { Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { printOutcome } from "../../src/cli/output/print.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import type { ConsoleConnection, Host } from "../../src/repl/connection.js";
import { printResult } from "../../src/repl/print/print-result.js";
import { toValue } from "../../src/repl/to-value.js";

/** The source of a batch: a program with the name of its file, or null for stdin, which is run line by line. */
export type BatchSource = { readonly text: string; readonly file?: string } | null;

/** A day. The timer keeps the process alive while a statement waits without end; a signal ends it. */
const KEEP_ALIVE_MS = 86_400_000;

export async function* runBatch(
  context: Context,
  connection: ConsoleConnection,
  { source, ...people }: Pick<Host, "keys" | "askPassword"> & { readonly source: BatchSource },
): AsyncGenerator<Outcome, void, undefined> {
  const { createBatch } = await import("../../src/repl/batch.js");
  const keepAlive = setInterval(() => undefined, KEEP_ALIVE_MS);
  const batch = createBatch(connection, {
    ...people,
    print: (value) => {
      for (const outcome of resultOutcomes(context, value)) void printOutcome(outcome, context);
    },
    openProgress: () => createProgress(context),
    log: context.note,
  });
  try {
    const values =
      source === null ? batch.lines(inputLines(context)) : batch.program(source.text, source.file);
    for await (const value of values) yield* resultOutcomes(context, value);
  } finally {
    clearInterval(keepAlive);
    batch.close();
  }
}

function inputLines({ terminal }: Context): AsyncIterable<string> {
  return createInterface({ input: Readable.from(withoutByteOrderMark(terminal.inputChunks())) });
}

/** A statement without a value prints nothing. */
function resultOutcomes({ settings }: Context, result: unknown): readonly Outcome[] {
  if (result === undefined) return [];
  return [
    {
      // A function has a text for people but is not a value.
      data: settings.flag("json") ? toValue(result) : null,
      text: ({ isTerminal, width, style }) =>
        printResult(result, { width: isTerminal ? width : Infinity, hasColour: style.level > 0 }),
    },
  ];
}
