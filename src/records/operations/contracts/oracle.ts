import type { SystemContract } from "../operation.js";
import { code } from "../parameters.js";

export const ORACLE = {
  type: "Oracle",
  summary: "Commits a transaction to a block without any other change of state.",
  executor: "a network manager",
  parameters: [code("What the transaction carries.")],
} as const satisfies SystemContract;
