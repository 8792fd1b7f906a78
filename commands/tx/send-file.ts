import type { Sign } from "../../src/actions/send-in-time.js";
import { assertCall } from "../../src/actions/check-call.js";
import { resolveCid } from "../../src/actions/spaces.js";
import { option, type Context, type OptionSpec } from "../../src/cli/command.js";
import { askPerson } from "../../src/cli/input/ask.js";
import { usage } from "../../src/cli/errors.js";
import type { Input } from "../../src/cli/input/input.js";
import { readJsonLines } from "../../src/cli/input/source.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { shownText } from "../../src/codec/shown-text.js";
import { isMap, mapToValue, objectToValue, type Value } from "../../src/codec/value.js";
import { Fields } from "../../src/records/fields.js";
import { either, HEIGHT, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import type { SentFate } from "../../src/records/operations/record-schemas.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { callParameters } from "../call-input.js";
import * as errors from "../errors.js";
import { SENT_MEMBERS, sendAndWait, sendTo, sentMembers, type SentTransaction } from "./sending.js";
import { assertNoOwnMembers, openSigner, type OpenSigner } from "./transaction-input.js";

export const FILE_OPTIONS: readonly OptionSpec[] = [
  option("--file <file>", "send the transactions of a file in order, one JSON object a line; - is stdin", {
    default: "none",
  }),
  option("--keep-going", "with --file: go on after a transaction that fails"),
];

/** What `--file` prints of each transaction. */
export const SENT_OF_FILE = either(
  objectOf({ number: HEIGHT, ...SENT_MEMBERS }),
  objectOf({ number: HEIGHT, error: objectOf({ code: TEXT, message: TEXT }) }),
);

/**
 * Sends the transactions of a file, each after the one before it is in a block. The key is unlocked once. Throws at the
 * first failure, which names the transaction by its number; with `--keep-going`, `FILE_TRANSACTIONS` at the end.
 */
export async function* sendFile(
  context: Context,
  input: Input,
  path: string,
): AsyncGenerator<Outcome, void, undefined> {
  if (input.optionalArgument("type") !== undefined)
    throw usage({
      sentence: "--file takes the place of a contract and its parameters.",
      advice: "Leave one out.",
    });
  const client = await context.workspace.runningClient();
  await askPerson(`Send the transactions of ${shownText(path)}?`, context, input);
  const signer = await openSigner(context, input);
  let [number, failed] = [0, 0];
  for await (const value of readJsonLines(path, context.terminal)) {
    number += 1;
    try {
      const sign = await readCall(context, input, { value, signer });
      const send = (transaction: SignedTransaction): Promise<SentFate | null> =>
        sendTo(client, input, transaction);
      yield sentOutcome(number, await sendAndWait(context, input, { sign, send }));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      if (!input.flag("keep-going")) throw error.with({ details: { transaction: number } });
      failed += 1;
      yield failedOutcome(number, error);
    }
  }
  if (failed > 0) throw errors.fileTransactions({ failed, number });
}

interface GivenCall {
  readonly value: Value;
  readonly signer: OpenSigner;
}

/** A line of the file: `type`, perhaps `cid`, and the parameters. Texts are read as those of the command line. */
async function readCall(context: Context, input: Input, { value, signer }: GivenCall): Promise<Sign> {
  const fields = new Fields(value, "transaction");
  const type = fields.text("type");
  const given = isMap(value) ? [...value] : [];
  const values = new Map(given.filter(([name]) => name !== "type" && name !== "cid"));
  assertNoOwnMembers([...values.keys()]);
  const texts = new Set([...values].filter(([, member]) => typeof member === "string").map(([name]) => name));
  const codes = context.workspace.readableCodes;
  const keys = await context.workspace.keys();
  const cid = fields.has("cid") ? await resolveCid(fields.text("cid"), { keys, codes }) : signer.cid;
  const use = await assertCall(codes, { kind: "contract", type, cid, parameters: [...values.keys()] });
  const parameters = await callParameters(context, input, { values, texts, use, refusesZero: true });
  return (use) => signer.sign({ type, cid, parameters }, use);
}

function sentOutcome(number: number, sent: SentTransaction): Outcome {
  const { hash, height, fee } = sent;
  const data = mapToValue(new Map<string, Value>([["number", BigInt(number)], ...sentMembers(sent)]));
  return { data, text: () => `${[hash, height ?? "", fee ?? ""].join("\t").trimEnd()}\n` };
}

function failedOutcome(number: number, { code, message }: ChainError): Outcome {
  const data = objectToValue({ number: BigInt(number), error: objectToValue({ code, message }) });
  return { data, text: () => `${number}\t${code}\t${shownText(message.trim())}\n` };
}
