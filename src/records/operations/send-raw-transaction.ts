import type { Operation } from "./operation.js";
import { ADDED, publicKeyParameter, signatureParameter, transactionParameter } from "./parameters.js";

export const SEND_RAW_TRANSACTION = {
  name: "SendRawTransaction",
  summary: "The same as SendTransaction; the members of the JSON body are taken as they are.",
  parameters: [
    transactionParameter("An object with `type`, `timestamp` and the contract's parameters."),
    publicKeyParameter(true),
    signatureParameter(true),
  ],
  isRead: false,
  isRaw: true,
  data: ADDED,
} as const satisfies Operation;
