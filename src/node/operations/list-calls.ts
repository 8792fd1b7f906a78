import { LIST_CALLS } from "../../records/operations/list-calls.js";
import { assertOperationParameters, integerIn, textParameter, type Handler } from "./input.js";

export const listCalls: Handler = async (engine, input) => {
  assertOperationParameters(LIST_CALLS, input);
  const query = {
    type: textParameter(input, "type") ?? "",
    cid: textParameter(input, "cid"),
    ...integerIn(input, "before"),
  };
  return { value: await engine.explore({ ask: "calls", ...query }, input.caller) };
};
