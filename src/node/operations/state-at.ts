import { STATE_AT } from "../../records/operations/state-at.js";
import { type Handler, assertOperationParameters, integerIn, stateKindIn, textParameter } from "./input.js";

export const stateAt: Handler = async (engine, input) => {
  assertOperationParameters(STATE_AT, input);
  const keys = (textParameter(input, "keys") ?? "").split(",");
  return { value: await engine.stateAt({ kind: stateKindIn(input), keys, ...integerIn(input, "height") }) };
};
