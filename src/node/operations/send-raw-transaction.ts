import { ADDED_PREFIX } from "../../records/operations/parameters.js";
import { rawSignedInput } from "./execution-input.js";
import type { Handler } from "./input.js";

/** PROTOCOL 13.7. */
export const sendRawTransaction: Handler = async (engine, input) => ({
  value: ADDED_PREFIX + (await engine.sendTransaction(await rawSignedInput(input))),
});
