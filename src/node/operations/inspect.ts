import { INSPECT } from "../../records/operations/inspect.js";
import { type Handler, assertOperationParameters, stateKindIn, textParameter } from "./input.js";

export const inspect: Handler = async (engine, input) => {
  assertOperationParameters(INSPECT, input);
  return { value: await engine.inspect(stateKindIn(input), textParameter(input, "key") ?? "") };
};
