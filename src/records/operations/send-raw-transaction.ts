import { optional, type Operation } from "./operation.js";
import { MAX_BODY_SIZE } from "./limits.js";
import { ADDED, publicKeyParameter, signatureParameter, transactionParameter, WAIT } from "./parameters.js";
import { SENT_FATE } from "./record-schemas.js";

/** What became of one of several forwarded transactions: taken or held, or worth another try; else a refusal's code. */
export const FORWARD_TAKEN = "taken";
export const FORWARD_BUSY = "busy";

export const SEND_RAW_TRANSACTION = {
  name: "SendRawTransaction",
  summary: "The same as SendTransaction; the members of the JSON body are taken as they are.",
  parameters: [
    transactionParameter("An object with `type`, `timestamp` and the contract's parameters."),
    publicKeyParameter(true),
    signatureParameter(true),
    WAIT,
    optional(
      "forward",
      "json",
      MAX_BODY_SIZE,
      "Between nodes (15.14): 1 marks a transaction that another node accepted; a list holds up to 16 such records.",
    ),
    optional(
      "by",
      "json",
      1024,
      "With a list `forward`: `{timestamp, public_key, signature}`, by which a peer proves that it forwards these transactions (15.14).",
    ),
  ],
  isRead: false,
  isRaw: true,
  data: ADDED,
  optionalSiblings: { fate: SENT_FATE },
} as const satisfies Operation;
