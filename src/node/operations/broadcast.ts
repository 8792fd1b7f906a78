import { BROADCAST } from "../../records/operations/broadcast.js";
import { type Handler, textParameter, assertOperationParameters, chainTypeIn } from "./input.js";

/** PROTOCOL 13.6. */
export const broadcast: Handler = async (engine, input) => {
  assertOperationParameters(BROADCAST, input);
  const round_key = textParameter(input, "round_key");
  return engine.broadcast({ ...chainTypeIn(input), ...(round_key === undefined ? {} : { round_key }) });
};
