import type { Operation } from "./operation.js";
import { ADDED, publicKeyParameter, signatureParameter, transactionParameter, WAIT } from "./parameters.js";
import { SENT_FATE } from "./record-schemas.js";

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
