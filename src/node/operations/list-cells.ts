import { LIST_CELLS } from "../../records/operations/list-cells.js";
import { assertOperationParameters, integerIn, stateKindIn, textParameter, type Handler } from "./input.js";

export const listCells: Handler = async (engine, input) => {
  assertOperationParameters(LIST_CELLS, input);
  const query = {
    kind: stateKindIn(input),
    prefix: textParameter(input, "prefix") ?? "",
    after: textParameter(input, "after"),
    ...integerIn(input, "height"),
  };
  return { value: await engine.explore({ ask: "cells", ...query }, input.caller) };
};
