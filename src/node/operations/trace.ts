import { isTimeHash } from "../../records/fields.js";
import { TRACE } from "../../records/operations/trace.js";
import { transactionUnknown } from "../../records/errors.js";
import { assertOperationParameters, textParameter, type Handler } from "./input.js";

export const trace: Handler = async (engine, input) => {
  assertOperationParameters(TRACE, input);
  const hash = textParameter(input, "hash") ?? "";
  if (!isTimeHash(hash)) throw transactionUnknown({ hash });
  return { json: await engine.replay({ kind: "trace", hash }, input.caller) };
};
