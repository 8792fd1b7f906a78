import { formSignedInput } from "./execution-input.js";
import type { Handler } from "./input.js";

/** PROTOCOL 13.7. */
export const weight: Handler = async (engine, input) => ({
  value: String(await engine.weight(await formSignedInput(input))),
});
