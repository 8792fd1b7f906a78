import { INSPECT } from "../../records/operations/inspect.js";
import { type Handler, textParameter, assertOperationParameters } from "./input.js";

export const inspect: Handler = async (engine, input) => {
  assertOperationParameters(INSPECT, input);
  const kind = textParameter(input, "type") === "local" ? "local" : "universal";
  return { value: await engine.inspect(kind, textParameter(input, "key") ?? "") };
};
