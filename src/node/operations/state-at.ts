import { MAX_STATE_KEYS } from "../../records/operations/limits.js";
import { STATE_AT } from "../../records/operations/state-at.js";
import { type Handler, assertOperationParameters, integerIn, stateKindIn, textParameter } from "./input.js";
import * as errors from "../errors.js";

export const stateAt: Handler = async (engine, input) => {
  assertOperationParameters(STATE_AT, input);
  const keys = (textParameter(input, "keys") ?? "").split(",");
  if (keys.length > MAX_STATE_KEYS) throw errors.stateKeys({ most: MAX_STATE_KEYS });
  // A rounded height would give the values of another block, and no one would notice.
  if (!Number.isSafeInteger(Number(textParameter(input, "height") ?? 0)))
    throw errors.parameter({
      failure: "Parameter 'height' must be of integer type. ",
      parameter: "height",
    });
  return { value: await engine.stateAt({ kind: stateKindIn(input), keys, ...integerIn(input, "height") }) };
};
