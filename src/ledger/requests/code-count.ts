import type { CODE_COUNT } from "../../records/operations/requests/code-count.js";
import type { Answerer } from "./answerer.js";

export const countCode: Answerer<typeof CODE_COUNT> = async ({ registry }) => {
  const { contracts, requests } = registry.counts();
  return {
    value: new Map([
      ["contracts", BigInt(contracts)],
      ["requests", BigInt(requests)],
    ]),
  };
};
