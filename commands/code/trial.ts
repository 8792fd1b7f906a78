import { option, type Context, type OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { readParameters } from "../../src/cli/input/parameters.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { cidOf, parseCode } from "../../src/records/code.js";
import type { CodeKind } from "../../src/records/code-layout.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import { completeSource, readCodeFile, type CodeSource } from "./code-files.js";
import { completeNames, resolveAddress } from "../keys.js";
import { KIND_OPTION, LITERAL_OPTION, OFFLINE_OPTION, readKind } from "../options.js";
import { withSuggestion } from "../../src/actions/check-call.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import { callableArguments, callParameters, cidOption, readCid } from "../call-input.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { amountText } from "../../src/codec/coins.js";
import { fieldsText, type View } from "../../src/cli/output/view.js";
import { valueToText } from "../../src/codec/text.js";
import { resultText, trialFields } from "../../src/replay/trial/trial-fields.js";
import type { TrialCost } from "../../src/replay/trial/fee.js";
import { executionFailed } from "../../src/vm/errors.js";

/** There are no prompts for parameters: with a data directory, no node can be asked which there are. */
export const TRIAL_ARGUMENTS = callableArguments(undefined, "name of the contract or request");

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
export async function tryFromInput(
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
export function trialFailure({ execution }: Trial): { readonly failure?: ChainError } {
  return execution.ok ? {} : { failure: executionFailed({ message: execution.message }) };
}

export function trialText(view: View, trial: Trial, cost: TrialCost): string {
  const { execution, transaction } = trial;
  const result = resultText(trial);
  return fieldsText(view, [
    ...trialFields(trial),
    ...(transaction !== null && execution.ok ? [["pays", payText(cost)] as const] : []),
    execution.ok ? ["result", result] : ["result", result, view.style.red],
  ]);
}

function payText({ fee, balance }: TrialCost): string {
  const feeText = fee === null ? "by the code's own rule" : amountText(fee.toString());
  if (balance === null) return feeText;
  const [before, after] = [balance.old, balance.new].map((value) => amountText(valueToText(value ?? "0")));
  return `${feeText}; the sender's balance goes from ${before} to ${after}`;
}
