import { SEARCH } from "../../records/operations/search.js";
import { assertOperationParameters, textParameter, type Handler } from "./input.js";

export const search: Handler = async (engine, input) => {
  assertOperationParameters(SEARCH, input);
  const text = textParameter(input, "text") ?? "";
  return { value: await engine.explore({ ask: "search", text }, input.caller) };
};
