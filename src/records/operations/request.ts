import type { Operation } from "./operation.js";
import { ANSWERED, publicKey, request, signature } from "./parameters.js";

export const REQUEST = {
  name: "Request",
  summary: "Runs a system request or registered request code against the node's current data.",
  parameters: [
    request("JSON text of an object with `type`, the request's name, and that request's parameters."),
    publicKey(false),
    signature(false),
  ],
  isRead: true,
  data: ANSWERED,
} as const satisfies Operation;
