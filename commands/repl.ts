import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Command } from "../src/cli/command.js";
import type { Context } from "../src/cli/context.js";
import { section, sentence, termsBlock, type Term } from "../src/cli/help/document.js";
import type { Input } from "../src/cli/input/input.js";
import { readSource } from "../src/cli/input/source.js";
import { usageError } from "../src/cli/input/usage-error.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import type { PromptStreams } from "../src/cli/terminal/prompter.js";
import { ANY } from "../src/records/operations/json-schema.js";
import type { Connection } from "../src/repl/connection.js";
import type { Globals } from "../src/repl/evaluator.js";
import type { NameGroup } from "../src/repl/names/name.js";
import { CONSOLE_NAMES, NAME_GROUPS } from "../src/repl/names/table.js";
import { printResult } from "../src/repl/print-result.js";
import { toValue } from "../src/repl/to-value.js";
import { openClient } from "./shared/node.js";
import { nowUs } from "./shared/transaction-input.js";

export const command: Command = {
  summary: "talk to a chain in JavaScript",
  description: [
    "Attaches to the node that --rpc names, or makes a chain of its own in memory with --dev. At a terminal it is a prompt; otherwise it runs the code of --eval, a script, or stdin statement by statement, and ends at the first failure.",
    "Results are awaited, and printed whole. What a script logs goes to stderr. Await works everywhere; integers are exact, numbers with a fraction are the protocol's floats.",
    "The prompt keeps its history in the data directory, without lines that may hold a key or a password.",
  ],
  arguments: [{ name: "script", description: "a file of JavaScript that is run as one program" }],
  options: [
    { name: "eval", short: "e", placeholder: "code", description: "run this as one program" },
    { name: "dev", description: "a development chain in memory, on a clock of its own" },
  ],
  examples: [
    { line: "chainnode repl", explanation: "a prompt" },
    { line: "chainnode repl -e 'chain.block(1)' --json" },
    {
      line: "chainnode repl --dev -e 'chain.balance(sandbox.accounts[0].address)'",
      explanation: "without a node",
    },
  ],
  result: ANY,
  sections: [...NAME_GROUPS].flatMap(([group, heading]) => section(heading, termsBlock(namesOf(group)))),
  run: async (context, input) => talk(context, input),
};

/** The names of a group as the page shows them. */
function namesOf(group: NameGroup): readonly Term[] {
  return CONSOLE_NAMES.filter((name) => name.group === group).map(({ signature, summary }) => ({
    term: signature,
    meaning: sentence(summary),
  }));
}

async function* talk(context: Context, input: Input): AsyncGenerator<Outcome, void, undefined> {
  const { createGlobals } = await import("../src/repl/globals.js");
  const connection = await connect(context, input);
  try {
    const globals = createGlobals(connection);
    const source = await readProgram(context, input);
    const { dialogue } = context.terminal;
    if (source === undefined && dialogue !== null) {
      await talkToPerson(context, dialogue, connection, globals);
    } else {
      yield* runBatch(context, source, globals);
    }
  } finally {
    await connection.sandbox?.close();
  }
}

async function connect(context: Context, input: Input): Promise<Connection> {
  if (input.flag("dev")) {
    const { openSandbox } = await import("../src/repl/sandbox.js");
    return openSandbox(Number(nowUs()));
  }
  const client = await openClient(context);
  const { createClientSource } = await import("../src/node/trial/client-source.js");
  return {
    name: new URL(client.url).host,
    client,
    openSource: () => createClientSource(client),
    nowUs: () => Number(nowUs()),
    sandbox: null,
  };
}

/** Undefined when what is to be run comes from stdin, or from a person. */
async function readProgram({ terminal }: Context, input: Input): Promise<string | undefined> {
  const [code, script] = [input.option("eval"), input.optionalArgument("script")];
  if (code !== undefined && script !== undefined) {
    throw usageError("TWO_PROGRAMS", "A script and --eval cannot both be run. ");
  }
  return code ?? (script === undefined ? undefined : readSource(script, terminal));
}

async function talkToPerson(
  { settings, style, note }: Context,
  streams: PromptStreams,
  connection: Connection,
  globals: Globals,
): Promise<void> {
  const [{ converse }, { openHistory }] = await Promise.all([
    import("../src/repl/conversation.js"),
    import("../src/repl/history.js"),
  ]);
  note(`Attached to ${connection.name}. Names: ${Object.keys(globals).join(", ")}. Leave with Ctrl-D.`);
  const history = await openHistory(settings.text("data-dir"));
  await converse(connection, globals, { ...streams, hasColour: style.level > 0 }, history);
}

async function* runBatch(
  context: Context,
  source: string | undefined,
  globals: Globals,
): AsyncGenerator<Outcome, void, undefined> {
  const { terminal, note } = context;
  const [{ createEvaluator }, { runLines, runProgram }] = await Promise.all([
    import("../src/repl/evaluator.js"),
    import("../src/repl/batch.js"),
  ]);
  const evaluator = createEvaluator(globals, note);
  try {
    if (source !== undefined) {
      yield* resultOutcomes(context, await runProgram(source, evaluator));
      return;
    }
    const lines = createInterface({ input: Readable.from(terminal.inputChunks()) });
    for await (const result of runLines(lines, evaluator)) yield* resultOutcomes(context, result);
  } finally {
    evaluator.close();
  }
}

/** A statement without a value prints nothing. */
function resultOutcomes({ settings }: Context, result: unknown): readonly Outcome[] {
  if (result === undefined) return [];
  return [
    {
      // A function can be shown to a person, and is no value.
      data: settings.flag("json") ? toValue(result) : null,
      text: ({ isTerminal, width, style }) =>
        printResult(result, { width: isTerminal ? width : Infinity, hasColour: style.level > 0 }),
    },
  ];
}
