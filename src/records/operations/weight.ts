import { WHOLE } from "./json-schema.js";
import type { Operation } from "./operation.js";
import { publicKey, signature, transaction } from "./parameters.js";

export const WEIGHT = {
  name: "Weight",
  summary: "The weight of a transaction. If a condition fails, the weight reached so far.",
  parameters: [
    transaction("JSON text of an object with `type`, `timestamp` and the contract's parameters."),
    publicKey(true),
    signature(false),
  ],
  isRead: true,
  data: WHOLE,
} as const satisfies Operation;
