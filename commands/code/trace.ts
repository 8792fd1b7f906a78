import type { Command, Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { ANY, BOOLEAN, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import type { TraceCall } from "../../src/vm/machine.js";
import type { View } from "../../src/cli/output/view.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import type { TraceStyle } from "../../src/replay/trial/trace-text.js";
import { isTimeHashPart } from "../../src/codec/hash-part.js";
import { isTimeHash } from "../../src/records/fields.js";
import { transactionUnknown } from "../../src/records/errors.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import { withChain } from "./read-chain.js";
import { anyOf, completeTransactions } from "../completers.js";
import {
  TRIAL_ARGUMENTS,
  TRIAL_OPTIONS,
  tryFromInput,
  trialFailure,
  trialSchema,
  trialText,
  trialToData,
} from "./trial.js";
import { completeTypes } from "../call-input.js";
import { workspaceOf } from "../workspace.js";
import { findTransactionHash } from "../../src/actions/find-hash.js";

const TRACE = listOf(
  objectOf({
    operator: TEXT,
    part: TEXT,
    pass: TEXT,
    arguments: orNull(listOf(ANY)),
    value: ANY,
    failed: BOOLEAN,
    failure: orNull(TEXT),
    note: orNull(TEXT),
    calls: listOf(ANY),
  }),
);

const [TYPE, PARAMETERS] = TRIAL_ARGUMENTS;

export const command: Command = {
  summary: "show every operator call with its arguments and value",
  description: [
    "Runs a call as chainnode code call does. Given the hash of a committed transaction, it executes that transaction again on the state before it. Each operator call is shown above the calls in its arguments; the call that stopped the execution is marked.",
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
    {
      line: "chainnode code trace Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
    },
    {
      line: "chainnode code trace 060a24181e40009e8bb80717241526d144e5f272401afa59b35767df224023d0b06d3b5d465f2b",
    },
  ],
  result: trialSchema({ trace: TRACE }),
  run: (context, input) =>
    withChain(context, input, async (chain) => {
      const trial = await traced(context, input, chain);
      const [{ costOf }, { traceText }] = await Promise.all([
        import("../../src/replay/trial/fee.js"),
        import("../../src/replay/trial/trace-text.js"),
      ]);
      const cost = costOf(trial, await chain.at(trial.height));
      return {
        data: trialToData(trial, cost, { trace: traceToData(trial.calls) }),
        text: (view) => traceText(trial.calls, traceStyle(view)) + trialText(view, trial, cost),
        ...trialFailure(trial),
      };
    }),
};

/** On a terminal a call is cut to one line; a pipe gets all of it. */
function traceStyle({ isTerminal, width, style }: View): TraceStyle {
  const { dim, red, yellow } = style;
  return { width: isTerminal ? width : Infinity, dim, red, yellow };
}

async function traced(context: Context, input: Input, chain: ReadChain): Promise<Trial> {
  const hash = await findHash(context, input.argument("type"));
  if (hash === null) return tryFromInput(context, input, chain);
  const { replayTransaction } = await import("../../src/replay/trial/try-transaction.js");
  const trial = await replayTransaction(chain, hash);
  if (trial === null) throw transactionUnknown({ hash });
  return trial;
}

/** The hash of the transaction to trace; null for the name of a code. */
async function findHash(context: Context, word: string): Promise<string | null> {
  if (isTimeHash(word)) return word;
  if (!isTimeHashPart(word)) return null;
  return findTransactionHash(await workspaceOf(context).client(), word);
}

/** The events of the trace: each call with the calls in its arguments. */
function traceToData(calls: readonly TraceCall[]): Value {
  return calls.map((call) =>
    objectToValue({
      operator: call.operator,
      part: call.part,
      pass: call.pass,
      arguments: call.arguments,
      value: call.value,
      failed: call.failure !== null,
      failure: call.failure,
      note: call.note,
      calls: traceToData(call.calls),
    }),
  );
}
