import { rawValue, requestInput } from "./execution-input.js";
import type { Handler } from "./input.js";

export const rawRequest: Handler = async (engine, input) =>
  engine.request(requestInput(input, await rawValue(input, "request")));
