import type { SystemContract } from "../operation.js";

export const REVOKE = {
  type: "Revoke",
  summary: "Takes the manager privileges from the executor.",
  executor: "a network manager",
  parameters: [],
} as const satisfies SystemContract;
