import type { SystemContract } from "../operation.js";

export const GRANT = {
  type: "Grant",
  summary: "Makes the executor a network manager.",
  executor: "an address that is one of the node's network addresses",
  parameters: [],
} as const satisfies SystemContract;
