import { ROUND } from "../../records/operations/round.js";
import { type Handler, assertOperationParameters, chainTypeIn, integerIn } from "./input.js";

/** PROTOCOL 13.6. */
export const round: Handler = async (engine, input) => {
  assertOperationParameters(ROUND, input);
  const query = {
    ...chainTypeIn(input),
    ...integerIn(input, "height"),
    ...integerIn(input, "main"),
    ...integerIn(input, "resource"),
  };
  return { value: await engine.round(query) };
};
