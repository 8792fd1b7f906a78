import type { SystemContract } from "../operation.js";

export const REVOKE = {
  type: "Revoke",
  summary: "Removes the manager privileges of the executor.",
  executor: "a network manager",
  parameters: [],
} as const satisfies SystemContract;
