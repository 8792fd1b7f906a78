import { formValue, requestInput } from "./execution-input.js";
import { type Handler, assertJsonReadable } from "./input.js";

export const answerRequestOperation: Handler = async (engine, input) => {
  assertJsonReadable(input);
  return engine.request(requestInput(input, await formValue(input, "request")));
};
