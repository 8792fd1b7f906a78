import { MAX_INTERVALS, STATISTICS } from "../../records/operations/statistics.js";
import { assertOperationParameters, integerIn, textParameter, type Handler } from "./input.js";
import * as errors from "../errors.js";

export const statistics: Handler = async (engine, input) => {
  assertOperationParameters(STATISTICS, input);
  const { interval = 1, count = 1 } = { ...integerIn(input, "interval"), ...integerIn(input, "count") };
  if (interval < 1) refuse("interval", "from 1");
  if (count < 1 || count > MAX_INTERVALS) refuse("count", `from 1 to ${MAX_INTERVALS}`);
  const query = {
    type: textParameter(input, "type"),
    cid: textParameter(input, "cid"),
    ...integerIn(input, "interval"),
    ...integerIn(input, "count"),
    ...integerIn(input, "before"),
  };
  return { value: await engine.explore({ ask: "statistics", ...query }, input.caller) };
};

function refuse(parameter: string, bounds: string): never {
  throw errors.parameter({
    failure: `Parameter '${parameter}' must be a whole number ${bounds}. `,
    parameter,
  });
}
