import { HISTORY } from "../../records/operations/history.js";
import { assertOperationParameters, integerIn, stateKindIn, textParameter, type Handler } from "./input.js";

export const history: Handler = async (engine, input) => {
  assertOperationParameters(HISTORY, input);
  const key = textParameter(input, "key") ?? "";
  return { value: await engine.history({ kind: stateKindIn(input), key, ...integerIn(input, "before") }) };
};
