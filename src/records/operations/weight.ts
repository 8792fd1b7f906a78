import { WHOLE } from "./json-schema.js";
import type { Operation } from "./operation.js";
import { publicKeyParameter, signatureParameter, transactionParameter } from "./parameters.js";

export const WEIGHT = {
  name: "Weight",
  summary: "The weight of a transaction. If a condition fails, the weight reached so far.",
  parameters: [
    transactionParameter("JSON text of an object with `type`, `timestamp` and the contract's parameters."),
    publicKeyParameter(true),
    signatureParameter(false),
  ],
  isRead: true,
  data: WHOLE,
} as const satisfies Operation;
