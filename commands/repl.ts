import type { ConversationOptions } from "../src/repl/conversation.js";
import { ChainError } from "../src/codec/chain-error.js";
import { explainForeign } from "../src/codec/define-error.js";
import { resolve } from "node:path";
import { positional, option, type Command, type Context } from "../src/cli/command.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import { sentence, type HelpEntry } from "../src/cli/help/document.js";
import { sectionsToText } from "../src/cli/help/text.js";
import type { Input } from "../src/cli/input/input.js";
import { PASSWORD_OPTIONS, readPassword } from "../src/cli/input/secrets.js";
import { readSource } from "../src/cli/input/source.js";
import { errorText, printOutcome } from "../src/cli/output/print.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { createProgress } from "../src/cli/terminal/progress.js";
import type { PromptStreams } from "../src/cli/terminal/prompter.js";
import { ANY } from "../src/records/operations/json-schema.js";
import type { BatchHost } from "../src/repl/batch.js";
import type { ConsoleConnection } from "../src/repl/connection.js";
import type { NameGroup } from "../src/repl/names/name.js";
import { CONSOLE_NAMES, NAME_GROUPS } from "../src/repl/names/table.js";
import type { HelpSection } from "../src/repl/prompt/dialogue.js";
import { attach, openDevChain, openForkAt } from "./repl/connection.js";
import * as errors from "./errors.js";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { withoutByteOrderMark } from "../src/codec/file-text.js";
import { printResult } from "../src/repl/print/print-result.js";
import { toValue } from "../src/repl/to-value.js";

export const command: Command = {
  summary: "open a JavaScript console on a chain",
  description: [
    "Attaches to the node at --rpc. With --dev it creates a development chain in memory; with --fork it forks the chain of another node. At a terminal it shows a prompt. Otherwise it runs --eval, a script, or stdin statement by statement, and ends at the first error.",
    "Results are awaited and printed in full. console.log writes to stderr. Top-level await works. Integers are exact; numbers with a fraction are floats of the protocol.",
    "The prompt stores its history in the data directory, without lines that may hold a key or a password.",
  ],
  arguments: [
    positional(
      "[script]",
      "JavaScript or TypeScript file to run as one program",
      "stdin, or a prompt at a terminal",
    ),
  ],
  options: [
    option("-e, --eval <code>", "JavaScript to run as one program", "none"),
    option("--dev", "create a development chain in memory, with its own clock"),
    option("--rules <number>", "with --dev, the rules of the chain (docs/protocol/16-rules-2.md)", {
      choices: ["1", "2"],
      default: "1",
    }),
    option(
      "--fork <url>",
      "URL of a node whose chain the sandbox begins with; the node is only read",
      "none",
    ),
    option(
      "--network <file>",
      "with --fork, the definition of the node's network (TOML)",
      "a network that chainnode recognizes",
    ),
    ...PASSWORD_OPTIONS,
  ],
  examples: [
    "# open a prompt",
    "chainnode repl",
    "chainnode repl -e 'chain.block(1)' --json",
    "# without a node",
    "chainnode repl --dev -e 'chain.balance(sandbox.accounts[0].address)'",
    "# on a copy of a node's chain",
    "chainnode repl --fork http://127.0.0.1:9900 -e 'sandbox.mine(10); chain.height()'",
  ],
  result: ANY,
  sections: Object.fromEntries(
    Array.from(NAME_GROUPS, ([group, heading]) => [heading, [{ terms: namesOf(group) }]]),
  ),
  run: async (context, input) => talk(context, input),
};

function namesOf(group: NameGroup): readonly HelpEntry[] {
  return CONSOLE_NAMES.filter((name) => name.group === group).map(({ signature, summary }) => [
    signature,
    sentence(summary),
  ]);
}

async function* talk(context: Context, input: Input): AsyncGenerator<Outcome, void, undefined> {
  const connection = await connect(context, input);
  const people = {
    keys: await context.workspace.keys(),
    askPassword: (message: string) => readPassword(context, input, { message }),
  };
  try {
    const source = await readBatchSource(context, input);
    const args = input.rest("word");
    const { dialogue } = context.terminal;
    if (source === null && dialogue !== null) {
      await talkToPerson(context, { connection, keys: people.keys }, dialogue);
      context.terminal.leave();
    } else yield* runBatch(context, connection, { ...people, source, args });
  } finally {
    await connection.sandbox?.close();
  }
}

function connect(context: Context, input: Input): Promise<ConsoleConnection> {
  const [url, networkFile, rules] = [input.option("fork"), input.option("network"), input.option("rules")];
  if (url !== undefined && input.flag("dev")) throw errors.twoSandboxes();
  if (rules !== undefined && !input.flag("dev")) throw errors.consoleRulesOption();
  if (url !== undefined) return openForkAt(url, networkFile);
  if (networkFile !== undefined) throw errors.networkOption();
  return input.flag("dev") ? openDevChain(rules) : attach(context);
}

/** Null when the statements come from stdin, or from a person. */
async function readBatchSource({ terminal }: Context, input: Input): Promise<BatchSource> {
  const [code, script] = [input.option("eval"), input.optionalArgument("script")];
  if (code !== undefined && script !== undefined) throw errors.twoPrograms();
  if (code !== undefined) return { text: code };
  if (script === undefined) return null;
  const [text, file] = [await readSource(script, terminal), resolve(script)];
  if (!/\.m?ts$/.test(file)) return { text, file };
  const { withoutTypes } = await import("../src/repl/evaluation/typescript-hooks.js");
  const { toScriptFailure } = await import("../src/repl/evaluation/script-failure.js");
  try {
    return { text: withoutTypes(text, file), file };
  } catch (error) {
    throw toScriptFailure(error, file);
  }
}

async function talkToPerson(
  context: Context,
  { connection, keys }: Pick<ConversationOptions, "connection" | "keys">,
  streams: PromptStreams,
): Promise<void> {
  const { settings, style, note, terminal } = context;
  const catalogue = (await context.tree.loadErrors?.()) ?? [];
  const { converse } = await import("../src/repl/conversation.js");
  const { openHistory } = await import("../src/repl/history.js");
  const { bannerText } = await import("../src/repl/prompt/prompt-text.js");
  const definitions = new Map(catalogue.map((known) => [known.code, known]));
  const explained = (error: unknown): unknown =>
    error instanceof ChainError ? explainForeign(error, definitions.get(error.code)) : error;
  const history = await openHistory(settings.text(DATA_DIR));
  note(bannerText(connection));
  const dialogue = {
    ...streams,
    hasColour: style.level > 0,
    openProgress: () => createProgress(context),
    errorText: (error: unknown) => errorText(explained(error), style),
    helpText: (sections: readonly HelpSection[]) =>
      sectionsToText(
        Object.fromEntries(sections.map((section) => [section.heading, [{ terms: entriesOf(section) }]])),
        style,
        terminal.output.width,
      ),
  };
  await converse({ connection, keys, dialogue, history });
}

function entriesOf({ terms, isWhole }: HelpSection): readonly HelpEntry[] {
  return terms.map(({ term, meaning }) => [term, isWhole === true ? meaning : sentence(meaning)]);
}

/** The source of a batch: a program with the name of its file, or null for stdin, which is run line by line. */
type BatchSource = { readonly text: string; readonly file?: string } | null;

/** A day. The timer keeps the process alive while a statement waits without end; a signal ends it. */
const KEEP_ALIVE_MS = 86_400_000;

async function* runBatch(
  context: Context,
  connection: ConsoleConnection,
  { source, ...host }: Pick<BatchHost, "keys" | "askPassword" | "args"> & { readonly source: BatchSource },
): AsyncGenerator<Outcome, void, undefined> {
  const { createBatch } = await import("../src/repl/batch.js");
  const keepAlive = setInterval(() => undefined, KEEP_ALIVE_MS);
  const batch = createBatch(connection, {
    ...host,
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
