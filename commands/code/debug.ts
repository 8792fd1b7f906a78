import { readFile } from "node:fs/promises";
import { option, type Command, type Context } from "../../src/cli/command.js";
import { noOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { fileText } from "../../src/codec/file-text.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { ANY, HEIGHT, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import type { Break } from "../../src/replay/stepping/breaks.js";
import type { SteppedRun } from "../../src/replay/stepping/step-text.js";
import { executionFailed } from "../../src/vm/errors.js";
import type { PromptStreams } from "../../src/cli/terminal/prompter.js";
import type { CodeSource } from "./code-files.js";
import { withChain } from "./read-chain.js";
import { readTrialFiles, sourceOf, TRACE_ARGUMENTS, traced, TRIAL_OPTIONS } from "./trials.js";

export const command: Command = {
  summary: "step through a call or a committed transaction, operator by operator",
  description: [
    "Runs a call, or executes a committed transaction again, as chainnode code trace does. At a terminal it shows one step after the other: the line of the TypeScript that --file names, otherwise pseudo-code with the current expression in «…», the call with its value, the parameters and the cells up to there.",
    "Keys: f or → forward, b or ← back, i into the arguments of a call, n or ↓ over them, o or ↑ out to the value of the call around, s to name a place to stop at, c on to the next stop or the end, r back to the last one, Home, End, q quit.",
    "Places to stop at, also with --break: an operator ($gte), a line (token.ts:33), write, write ATTRIBUTE or write ATTRIBUTE KEY, and failure, what stops the run.",
    "Without a terminal and with --json it prints the steps, one JSON document a line; with --break only those to stop at. The exit code is 1 when the call fails.",
  ],
  arguments: TRACE_ARGUMENTS,
  options: [
    ...TRIAL_OPTIONS,
    option("--break <place>", "where to stop; may be repeated", { isRepeatable: true, default: "none" }),
  ],
  examples: [
    "chainnode code debug Transfer to=alice amount=500 --from bob --file token.ts",
    "chainnode code debug Transfer to=alice amount=500 --from bob --file token.ts --break failure --json",
  ],
  result: objectOf({
    step: HEIGHT,
    phase: TEXT,
    depth: HEIGHT,
    operator: TEXT,
    part: TEXT,
    place: orNull(objectOf({ file: TEXT, line: HEIGHT, column: HEIGHT })),
    labels: listOf(TEXT),
    arguments: orNull(listOf(ANY)),
    value: ANY,
    failure: orNull(TEXT),
    note: orNull(TEXT),
  }),
  run: (context, input) =>
    withChain(context, input, async (chain) => {
      const { stepsOf, MOST_STEPS } = await import("../../src/replay/stepping/steps.js");
      const { readBreak } = await import("../../src/replay/stepping/breaks.js");
      const sources = await readTrialFiles(context, input, chain);
      const trial = await traced(context, input, { chain, sources });
      const { source, placeOf, labels } = sourceOf(trial.method, sources);
      const breaks = input.options("break").map((text) => readBreak(text, placeOf));
      const steps = stepsOf(trial.calls);
      if (steps.isCut) context.note(`The run has more than ${MOST_STEPS} steps: the others are left out.`);
      const run: SteppedRun = { trial, steps, placeOf, labels, files: await filesOf(source) };
      const { dialogue } = context.terminal;
      if (dialogue === null || context.settings.flag("json")) return printSteps(run, breaks);
      await stepAtTerminal(context, { run, breaks, dialogue });
      return noOutcome();
    }),
};

async function* printSteps(
  run: SteppedRun,
  breaks: readonly Break[],
): AsyncGenerator<Outcome, void, undefined> {
  const { stepToData } = await import("../../src/replay/stepping/step-text.js");
  const { isStopAt } = await import("../../src/replay/stepping/breaks.js");
  const { list } = run.steps;
  for (const at of list.keys()) {
    if (breaks.length > 0 && !isStopAt(list, at, breaks)) continue;
    const data = stepToData(run, at);
    yield { data, text: () => `${valueToJson(data)}\n` };
  }
  const { execution } = run.trial;
  if (!execution.ok) throw executionFailed({ message: execution.message });
}

async function stepAtTerminal(
  { style }: Context,
  {
    run,
    breaks,
    dialogue,
  }: { readonly run: SteppedRun; readonly breaks: readonly Break[]; readonly dialogue: PromptStreams },
): Promise<void> {
  const { createKeyboard } = await import("../../src/repl/prompt/keyboard.js");
  const { stepThrough } = await import("../../src/repl/prompt/step-through.js");
  const nothing = (): void => undefined;
  const keys = createKeyboard({ input: dialogue.input, onStroke: nothing, onInterrupt: nothing });
  keys.hold();
  try {
    await stepThrough({ keys, output: dialogue.output, run, breaks, hasColour: style.level > 0 });
  } catch (error) {
    // Ctrl-C leaves as q does.
    if (!(error instanceof ChainError) || error.code !== "STATEMENT_INTERRUPTED") throw error;
  } finally {
    keys.close();
  }
}

/** The lines of the files that a source has places in. A file that is gone is left out. */
async function filesOf(source: CodeSource | null): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, readonly string[]>();
  for (const file of new Set([...(source?.places.values() ?? [])].map((place) => place.file))) {
    const text = await readFile(file).then(fileText, () => null);
    if (text !== null) files.set(file, text.split("\n"));
  }
  return files;
}
