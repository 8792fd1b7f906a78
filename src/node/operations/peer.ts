import { PEER } from "../../records/operations/peer.js";
import { type Handler, textParameter, assertOperationParameters, flagIn, integerIn } from "./input.js";

/** The flags of the answer stand beside its data (PROTOCOL 13.8). */
export const peer: Handler = async (engine, input) => {
  assertOperationParameters(PEER, input);
  const host = textParameter(input, "host");
  const { data, ...siblings } = await engine.peer({
    register: flagIn(input, "register"),
    ...(host === undefined ? {} : { host }),
    authentication: flagIn(input, "authentication"),
    ...(input.caller === undefined ? {} : { caller: input.caller }),
    ...integerIn(input, "height"),
  });
  const { register, registerResult, authentication } = siblings;
  return { value: data, siblings: { register, registerResult, authentication } };
};
