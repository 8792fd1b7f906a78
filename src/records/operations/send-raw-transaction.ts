import type { Operation } from "./operation.js";
import { ADDED, publicKey, signature, transaction } from "./parameters.js";

export const SEND_RAW_TRANSACTION = {
  name: "SendRawTransaction",
  summary: "The same as SendTransaction; the members of the JSON body are taken as they are.",
  parameters: [
    transaction("An object with `type`, `timestamp` and the contract's parameters."),
    publicKey(true),
    signature(true),
  ],
  isRead: false,
  isRaw: true,
  data: ADDED,
} as const satisfies Operation;
