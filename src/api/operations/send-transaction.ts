import { ADDED_PREFIX, WAIT } from "../../records/operations/parameters.js";
import type { Answer, Engine, SignedInput } from "../engine.js";
import { givenIn, textParameter, type OperationInput, type Handler } from "./input.js";
import { ChainError } from "../../codec/chain-error.js";
import { isList, memberOf, type Value } from "../../codec/value.js";
import { MAX_FORWARDED_TOGETHER } from "../../records/operations/limits.js";
import { FORWARD_BUSY, FORWARD_TAKEN } from "../../records/operations/transactions.js";
import * as errors from "../errors.js";
import { rawSignedInput } from "./execution-input.js";

/** SendTransaction and SendRawTransaction (PROTOCOL 13.7), which wait for the block of the transaction when they are to. */
export async function sendSigned(
  engine: Engine,
  signed: SignedInput,
  input: OperationInput,
): Promise<Answer> {
  if (!waitsForBlock(input)) return { value: ADDED_PREFIX + (await engine.sendTransaction(signed)) };
  const { wait = 0 } = givenIn({ parameters: [WAIT] }, input);
  const { patience } = input;
  const { hash, fate } = await engine.sendAndWait(signed, {
    waitMs: patience === null ? 0 : wait,
    ...(patience instanceof AbortSignal ? { signal: patience } : {}),
  });
  return { value: ADDED_PREFIX + hash, ...(fate === null ? {} : { siblings: { fate } }) };
}

/** Whether an answer is held back until the transaction is in a block. */
function waitsForBlock(input: OperationInput): boolean {
  return textParameter(input, WAIT.name) !== undefined;
}

/** Tells the forwarding node that its mark was understood. */
const UNDERSTOOD = { forward: true };

/** PROTOCOL 13.7, 15.14. */
export const sendRawTransaction: Handler = async (engine, input) => {
  const forward = input.json.get("forward") ?? null;
  if (isList(forward)) return { value: await takeForwarded(engine, forward), siblings: UNDERSTOOD };
  const signed = await rawSignedInput(input);
  if (forward === null) return sendSigned(engine, signed, input);
  const hash = await engine.sendTransaction(signed, { isForwarded: true });
  return { value: ADDED_PREFIX + hash, siblings: UNDERSTOOD };
};

/** Admits several transactions. Returns what became of each, in order. */
async function takeForwarded(engine: Engine, records: readonly Value[]): Promise<Value> {
  if (records.length > MAX_FORWARDED_TOGETHER) throw errors.forwardTooLong({ limit: MAX_FORWARDED_TOGETHER });
  return Promise.all(records.map((record) => outcomeOf(engine, record)));
}

async function outcomeOf(engine: Engine, record: Value): Promise<string> {
  const member = (name: string): Value | undefined => memberOf(record, name);
  const [transaction, public_key, signature] = [
    member("transaction"),
    member("public_key"),
    member("signature"),
  ];
  try {
    await engine.sendTransaction({ transaction, public_key, signature }, { isForwarded: true });
    return FORWARD_TAKEN;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return error.kind === "busy" ? FORWARD_BUSY : error.code;
  }
}
