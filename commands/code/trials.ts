import { type Command, type Context, option, type OptionSpec } from "../../src/cli/command.js";
import { ANY, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { OPERATOR_CALL, TRIAL_MEMBERS } from "../../src/records/operations/trial.js";
import {
  debuggedIn,
  debuggedText,
  debugLabels,
  NO_LABELS,
  type Debugged,
  type DebugLabels,
} from "../../src/replay/trial/debugged.js";
import { withChain } from "./read-chain.js";
import type { Input } from "../../src/cli/input/input.js";
import { type View, fieldsText } from "../../src/cli/output/view.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import type { TraceStyle } from "../../src/replay/trial/trace-text.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isTimeHashPart } from "../../src/codec/hash-part.js";
import { parseCode, type Method, cidOf } from "../../src/records/code.js";
import { isTimeHash } from "../../src/records/fields.js";
import { transactionUnknown } from "../../src/records/errors.js";
import { sitesOf } from "../../src/records/site-paths.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import { placeText } from "./code-check.js";
import { anyOf, completeTransactions } from "../completers.js";
import { type CodeSource, completeSource, readCodeFile } from "./code-files.js";
import { completeTypes, callableArguments, callParameters, cidOption, readCid } from "../call-input.js";
import { findTransactionHash } from "../../src/actions/find-hash.js";
import { findPlace, type Place } from "../../src/contract/source-map.js";
import type { TraceCall } from "../../src/vm/machine.js";
import { readParameters } from "../../src/cli/input/parameters.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import type { CodeKind } from "../../src/records/code-layout.js";
import { completeNames, resolveAddress } from "../keys.js";
import { KIND_OPTION, LITERAL_OPTION, OFFLINE_OPTION, readKind } from "../options.js";
import { withSuggestion } from "../../src/actions/check-call.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { amountText } from "../../src/codec/coins.js";
import { valueToText } from "../../src/codec/text.js";
import { resultText, trialFields } from "../../src/replay/trial/trial-data.js";
import type { TrialCost } from "../../src/replay/trial/fee.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { executionFailed } from "../../src/vm/errors.js";

/** There are no prompts for parameters: with a data directory, no node can be asked which there are. */
const TRIAL_ARGUMENTS = callableArguments(undefined, "name of the contract or request");

export const TRIAL_OPTIONS: readonly OptionSpec[] = [
  option("--from <address>", "sender: address, name of a key, or node for the node's own key", {
    default: "the default key, otherwise the zero address",
    complete: completeNames,
  }),
  option(
    "--file <file>",
    "file with code to call as if it were registered, JSON or a module; may be repeated",
    { isRepeatable: true, default: "none" },
  ),
  cidOption("code"),
  KIND_OPTION,
  LITERAL_OPTION,
  OFFLINE_OPTION,
];

/** The codes of `--file`, with what they leave to their publication: the sender publishes them. */
export async function readTrialFiles(
  context: Context,
  input: Input,
  { network }: Pick<ReadChain, "network">,
): Promise<readonly CodeSource[]> {
  const files = await Promise.all(input.options("file").map((file) => readCodeFile(file, context)));
  if (files.length === 0) return [];
  const writer = await senderOf(context, input.option("from"));
  return files.flat().map((source) => completeSource(source, { writer, space: network.rootSpace }));
}

/** Tries the call of a command line on the state of a chain, with codes as if they were registered. */
async function tryFromInput(
  context: Context,
  input: Input,
  { chain, sources }: { readonly chain: ReadChain; readonly sources: readonly CodeSource[] },
): Promise<Trial> {
  const { parameterUseOf, tryCall } = await import("../../src/replay/trial/try-call.js");
  const type = input.argument("type");
  const kind = readKind(input);
  const texts = sources.map(({ text }) => text);
  chain.codes.register(texts);
  const attempt = {
    type,
    kind,
    cid: (await readCid(context, input, async () => chain.codes.readable)) ?? cidIn(texts, type, kind),
    from: await senderOf(context, input.option("from")),
    timestampUs: nowUs(),
  };
  const given = await readParameters(input.rest("parameter"), context.terminal);
  const call = { ...attempt, parameters: [...given.values.keys()] };
  return withSuggestion(context.workspace.readableCodes, call, async () => {
    const use = parameterUseOf(chain, attempt);
    const parameters = await callParameters(context, input, { ...given, use });
    return tryCall(chain, { ...attempt, parameters });
  });
}

function cidIn(texts: readonly string[], type: string, kind: CodeKind | undefined): string | undefined {
  const methods = texts.map(parseCode);
  const method = methods.find(({ name, kind: its }) => name === type && (kind === undefined || its === kind));
  return method === undefined ? undefined : cidOf(method);
}

/** The address given, that of a key, or the zero address when there is no key: many calls need none. */
async function senderOf(context: Context, word: string | undefined): Promise<string> {
  if (word !== undefined) return resolveAddress(context, word);
  const keystore = await context.workspace.keystore();
  return (await keystore.list()).find(({ isDefault }) => isDefault)?.address ?? ZERO_ADDRESS;
}

/** The failure of a failed call, which is also that of the command, after the trial is shown. */
function trialFailure({ execution }: Trial): { readonly failure?: ChainError } {
  return execution.ok ? {} : { failure: executionFailed({ message: execution.message }) };
}

interface TrialNotes {
  readonly cost: TrialCost;
  readonly debugged: readonly Debugged[];
}

function trialText(view: View, trial: Trial, { cost, debugged }: TrialNotes): string {
  const { execution, transaction } = trial;
  const result = resultText(trial);
  return fieldsText(view, [
    ...trialFields(trial),
    ...debugged.map((each) => ["debug", debuggedText(each)] as const),
    ...(transaction !== null && execution.ok ? [["pays", payText(cost)] as const] : []),
    execution.ok ? ["result", result] : ["result", result, view.style.red],
  ]);
}

function debuggedToData(debugged: readonly Debugged[]): Value {
  return debugged.map(({ label, value }) => objectToValue({ label, value }));
}

function payText({ fee, balance }: TrialCost): string {
  const feeText = fee === null ? "by the code's own rule" : amountText(fee.toString());
  if (balance === null) return feeText;
  const [before, after] = [balance.old, balance.new].map((value) => amountText(valueToText(value ?? "0")));
  return `${feeText}; the sender's balance goes from ${before} to ${after}`;
}

const DEBUGGED = listOf(objectOf({ label: TEXT, value: ANY }));

const [TYPE, PARAMETERS] = TRIAL_ARGUMENTS;

export const TRACE_ARGUMENTS = [
  {
    ...TYPE,
    description: `${TYPE.description}, or hash of a committed transaction or its first characters`,
    complete: anyOf(completeTypes(undefined), completeTransactions),
  },
  PARAMETERS,
];

export const trialCommands = {
  call: {
    summary: "run a contract or request on the current state without sending a transaction",
    description: [
      "The code runs locally on the state of the node. The result shows reads, writes, weight and fee. No key is needed: --from sets the sender. The exit code is 1 when the call fails.",
      "With --offline it reads the data directory, whether its node runs or not. It also does so when --data-dir is given and no node answers.",
    ],
    arguments: TRIAL_ARGUMENTS,
    options: TRIAL_OPTIONS,
    examples: [
      "chainnode code call Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
      "# code that is not registered",
      "chainnode code call GetStock of=ab --file stock.json",
    ],
    result: objectOf({ ...TRIAL_MEMBERS, debugged: DEBUGGED }),
    run: (context, input) =>
      withChain(context, input, async (chain) => {
        const sources = await readTrialFiles(context, input, chain);
        const trial = await tryFromInput(context, input, { chain, sources });
        const { costOf } = await import("../../src/replay/trial/fee.js");
        const { trialToData } = await import("../../src/replay/trial/trial-data.js");
        const cost = costOf(trial, chain);
        const debugged = debuggedIn(trial.calls, sourceOf(trial.method, sources).labels);
        return {
          data: trialToData(trial, cost, { debugged: debuggedToData(debugged) }),
          text: (view) => trialText(view, trial, { cost, debugged }),
          ...trialFailure(trial),
        };
      }),
  },
  trace: {
    summary: "show every operator call with its arguments and value",
    description: [
      "Runs a call as chainnode code call does. Given the hash of a committed transaction, it executes that transaction again on the state before it. Each operator call is shown above the calls in its arguments; the call that stopped the execution is marked. Calls of a code whose TypeScript --file names are followed by their line there, those of a committed transaction too; the values that debug() labels there are shown below.",
      "With --json, the member trace holds the calls, each with the calls in its arguments.",
    ],
    arguments: TRACE_ARGUMENTS,
    options: TRIAL_OPTIONS,
    examples: [
      "chainnode code trace Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
      "chainnode code trace 060a24181e40009e8bb80717241526d144e5f272401afa59b35767df224023d0b06d3b5d465f2b",
    ],
    result: objectOf({ ...TRIAL_MEMBERS, trace: listOf(OPERATOR_CALL), debugged: DEBUGGED }),
    run: (context, input) =>
      withChain(context, input, async (chain) => {
        const sources = await readTrialFiles(context, input, chain);
        const trial = await traced(context, input, { chain, sources });
        const { costOf } = await import("../../src/replay/trial/fee.js");
        const { traceText } = await import("../../src/replay/trial/trace-text.js");
        const { traceToData, trialToData } = await import("../../src/replay/trial/trial-data.js");
        const { source, placeOf, labels } = sourceOf(trial.method, sources);
        const placed = (call: TraceCall): string | undefined => {
          const place = placeOf(call);
          return place && placeText(place, source?.file ?? "");
        };
        const cost = costOf(trial, await chain.at(trial.height));
        const debugged = debuggedIn(trial.calls, labels);
        return {
          data: trialToData(trial, cost, {
            trace: traceToData(trial.calls),
            debugged: debuggedToData(debugged),
          }),
          text: (view) =>
            traceText(trial.calls, { ...traceStyle(view), placeOf: placed, labels }) +
            trialText(view, trial, { cost, debugged }),
          ...trialFailure(trial),
        };
      }),
  },
} satisfies Readonly<Record<string, Command>>;

/** On a terminal a call is cut to one line; a pipe gets all of it. */
function traceStyle({ isTerminal, width, style }: View): TraceStyle {
  const { dim, red, yellow } = style;
  return { width: isTerminal ? width : Infinity, dim, red, yellow };
}

export async function traced(
  context: Context,
  input: Input,
  on: { readonly chain: ReadChain; readonly sources: readonly CodeSource[] },
): Promise<Trial> {
  const { chain } = on;
  const hash = await findHash(context, input.argument("type"));
  if (hash === null) return tryFromInput(context, input, on);
  const { replayTransaction } = await import("../../src/replay/trial/try-transaction.js");
  const trial = await replayTransaction(chain, hash);
  if (trial === null) throw transactionUnknown({ hash });
  return trial;
}

/** The hash of the transaction to trace; null for the name of a code. */
async function findHash(context: Context, word: string): Promise<string | null> {
  if (isTimeHash(word)) return word;
  if (!isTimeHashPart(word)) return null;
  return findTransactionHash(await context.workspace.client(), word);
}

interface SourceOfCalls {
  /** Null when no source has the executions of the method. */
  readonly source: CodeSource | null;
  /** Where the source builds a call of a trace; undefined when it has no such call. */
  readonly placeOf: (call: TraceCall) => Place | undefined;
  readonly labels: DebugLabels;
}

/** Finds the source of a method: the one with the same executions. Without such a source its calls have no place. */
export function sourceOf(method: Method, sources: readonly CodeSource[]): SourceOfCalls {
  const executions = canonicalJson(method.executions);
  const source = sources.find(({ text, places }) => {
    const { kind, name, executions: own } = parseCode(text);
    return (
      places.size > 0 && kind === method.kind && name === method.name && canonicalJson(own) === executions
    );
  });
  if (source === undefined) return { source: null, placeOf: () => undefined, labels: NO_LABELS };
  const sites = sitesOf(method, source.record);
  return {
    source,
    placeOf({ expression }) {
      const site = sites.get(expression);
      return site && findPlace(source.places, site.path);
    },
    labels: debugLabels(method, source.record, source.places),
  };
}
