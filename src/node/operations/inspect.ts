import { INSPECT } from "../../records/operations/inspect.js";
import type { Handler } from "./handler.js";
import { textParameter } from "./input.js";
import { assertOperationParameters } from "./parameters.js";

export const inspect: Handler = async (engine, input) => {
  assertOperationParameters(INSPECT, input);
  const kind = textParameter(input, "type") === "local" ? "local" : "universal";
  return { value: await engine.inspect(kind, textParameter(input, "key") ?? "") };
};
