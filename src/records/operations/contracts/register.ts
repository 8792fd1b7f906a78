import type { SystemContract } from "../operation.js";
import { code } from "../parameters.js";

export const REGISTER = {
  type: "Register",
  summary: "Makes a contract or request code available on the chain.",
  executor: "a network manager",
  parameters: [code("The registered code record as JSON text.")],
} as const satisfies SystemContract;
