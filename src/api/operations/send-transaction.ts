import { ADDED_PREFIX, WAIT } from "../../records/operations/parameters.js";
import type { Answer, Engine, SignedInput } from "../engine.js";
import { givenIn, textParameter, type OperationInput } from "./input.js";

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
export function waitsForBlock(input: OperationInput): boolean {
  return textParameter(input, WAIT.name) !== undefined;
}
