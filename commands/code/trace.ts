import type { Command, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { TRACED_TRIAL } from "../../src/records/operations/trial.js";
import type { View } from "../../src/cli/output/view.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import type { TraceStyle } from "../../src/replay/trial/trace-text.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isTimeHashPart } from "../../src/codec/hash-part.js";
import { parseCode, type Method } from "../../src/records/code.js";
import { isTimeHash } from "../../src/records/fields.js";
import { transactionUnknown } from "../../src/records/errors.js";
import { sitesOf } from "../../src/records/site-paths.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import { placeText } from "./code-check.js";
import { withChain } from "./read-chain.js";
import { anyOf, completeTransactions } from "../completers.js";
import {
  readTrialFiles,
  TRIAL_ARGUMENTS,
  TRIAL_OPTIONS,
  tryFromInput,
  trialFailure,
  trialText,
} from "./trial.js";
import type { CodeSource } from "./code-files.js";
import { completeTypes } from "../call-input.js";
import { findTransactionHash } from "../../src/actions/find-hash.js";
import { findPlace } from "../../src/contract/source-map.js";
import type { TraceCall } from "../../src/vm/machine.js";

const [TYPE, PARAMETERS] = TRIAL_ARGUMENTS;

export const command: Command = {
  summary: "show every operator call with its arguments and value",
  description: [
    "Runs a call as chainnode code call does. Given the hash of a committed transaction, it executes that transaction again on the state before it. Each operator call is shown above the calls in its arguments; the call that stopped the execution is marked. Calls of a code whose TypeScript --file names are followed by their line there, those of a committed transaction too.",
    "With --json, the member trace holds the calls, each with the calls in its arguments.",
  ],
  arguments: [
    {
      ...TYPE,
      description: `${TYPE.description}, or hash of a committed transaction or its first characters`,
      complete: anyOf(completeTypes(undefined), completeTransactions),
    },
    PARAMETERS,
  ],
  options: TRIAL_OPTIONS,
  examples: [
    "chainnode code trace Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
    "chainnode code trace 060a24181e40009e8bb80717241526d144e5f272401afa59b35767df224023d0b06d3b5d465f2b",
  ],
  result: TRACED_TRIAL,
  run: (context, input) =>
    withChain(context, input, async (chain) => {
      const sources = await readTrialFiles(context, input, chain);
      const trial = await traced(context, input, { chain, sources });
      const { costOf } = await import("../../src/replay/trial/fee.js");
      const { traceText } = await import("../../src/replay/trial/trace-text.js");
      const { traceToData, trialToData } = await import("../../src/replay/trial/trial-data.js");
      const placeOf = placesOf(trial.method, sources);
      const cost = costOf(trial, await chain.at(trial.height));
      return {
        data: trialToData(trial, cost, { trace: traceToData(trial.calls) }),
        text: (view) =>
          traceText(trial.calls, { ...traceStyle(view), placeOf }) + trialText(view, trial, cost),
        ...trialFailure(trial),
      };
    }),
};

/** On a terminal a call is cut to one line; a pipe gets all of it. */
function traceStyle({ isTerminal, width, style }: View): TraceStyle {
  const { dim, red, yellow } = style;
  return { width: isTerminal ? width : Infinity, dim, red, yellow };
}

async function traced(
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

/** Where a source builds a call of a trace, as `token.ts:33:5`; undefined when it has no such call. */
type PlaceOfCall = (call: TraceCall) => string | undefined;

/** Finds the source of a method: the one with the same executions. Without such a source its calls have no place. */
function placesOf(method: Method, sources: readonly CodeSource[]): PlaceOfCall {
  const executions = canonicalJson(method.executions);
  const source = sources.find(({ text, places }) => {
    const { kind, name, executions: own } = parseCode(text);
    return (
      places.size > 0 && kind === method.kind && name === method.name && canonicalJson(own) === executions
    );
  });
  if (source === undefined) return () => undefined;
  const sites = sitesOf(method, source.record);
  return ({ expression }) => {
    const site = sites.get(expression);
    const place = site && findPlace(source.places, site.path);
    return place && placeText(place, source.file);
  };
}
