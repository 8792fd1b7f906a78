import { type Operation, optional } from "./operation.js";
import { ADDED, publicKeyParameter, signatureParameter, transactionParameter, WAIT } from "./parameters.js";
import { SENT_FATE } from "./record-schemas.js";
import { MAX_BODY_SIZE } from "./limits.js";
import { WHOLE } from "./json-schema.js";

export const SEND_TRANSACTION = {
  name: "SendTransaction",
  summary:
    "Runs the contract, and makes the transaction known to the network when it passes. A node that decides on the next block (the only validator, or the one with the newest slot) takes every transaction it accepts into a block, unless another one changes the state so that it fails. On other nodes acceptance does not guarantee inclusion: check with GetTransaction. Status 429 means that nothing was accepted: send it again after Retry-After.",
  parameters: [
    transactionParameter("JSON text of an object with `type`, `timestamp` and the contract's parameters."),
    publicKeyParameter(true),
    signatureParameter(true),
    WAIT,
  ],
  isRead: false,
  data: ADDED,
  optionalSiblings: { fate: SENT_FATE },
} as const satisfies Operation;

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
