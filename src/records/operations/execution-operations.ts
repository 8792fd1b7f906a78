import { MAX_TRANSACTION_SIZE } from "../limits.js";
import { ANY, HEIGHT, STATE_KEY, WHOLE, described, recordOf } from "./json-schema.js";
import { MAX_BODY_SIZE } from "./limits.js";
import { parameter, type Operation, type OperationParameter } from "./operation.js";

/** The execution operations (docs/rpc.md), with Weight (PROTOCOL 13.7) and Inspect. */

function request(summary: string): OperationParameter {
  return parameter({ name: "request", type: "json", maxlength: MAX_BODY_SIZE, requirements: true, summary });
}

function transaction(summary: string): OperationParameter {
  return parameter({
    name: "transaction",
    type: "json",
    maxlength: MAX_TRANSACTION_SIZE,
    requirements: true,
    summary,
  });
}

function publicKey(requirements: boolean): OperationParameter {
  return parameter({
    name: "public_key",
    type: "string",
    maxlength: 64,
    requirements,
    summary: "The signer's public key.",
  });
}

function signature(requirements: boolean): OperationParameter {
  return parameter({
    name: "signature",
    type: "string",
    maxlength: 128,
    requirements,
    summary: requirements ? "The signature over the transaction's hash." : "A signature; it is not checked.",
  });
}

const answered = described(ANY, "It is what the system request or the registered code answers.");
const added = described(
  { type: "string", pattern: "^Transaction is added: [0-9a-f]{78}$" },
  "`Transaction is added: ` and the transaction's hash.",
);

export const REQUEST: Operation = {
  name: "Request",
  summary: "Runs a system request or registered request code against the node's current data.",
  parameters: [
    request("JSON text of an object with `type`, the request's name, and that request's parameters."),
    publicKey(false),
    signature(false),
  ],
  isRead: true,
  data: answered,
};

export const RAW_REQUEST: Operation = {
  name: "RawRequest",
  summary: "The same as Request; the members of the JSON body are taken as they are.",
  parameters: [
    request("An object with `type`, the request's name, and that request's parameters."),
    publicKey(false),
    signature(false),
  ],
  isRead: true,
  data: answered,
};

export const SEND_TRANSACTION: Operation = {
  name: "SendTransaction",
  summary:
    "Runs the contract, and makes the transaction known to the network when it passes. A node that decides on the next block (the only validator, or the one with the newest slot) takes every transaction it accepts into a block, unless another one changes the state so that it fails. On other nodes acceptance does not guarantee inclusion: check with GetTransaction. Status 429 means that nothing was accepted: send it again after Retry-After.",
  parameters: [
    transaction("JSON text of an object with `type`, `timestamp` and the contract's parameters."),
    publicKey(true),
    signature(true),
  ],
  isRead: false,
  data: added,
};

export const SEND_RAW_TRANSACTION: Operation = {
  name: "SendRawTransaction",
  summary: "The same as SendTransaction; the members of the JSON body are taken as they are.",
  parameters: [
    transaction("An object with `type`, `timestamp` and the contract's parameters."),
    publicKey(true),
    signature(true),
  ],
  isRead: false,
  data: added,
};

export const WEIGHT: Operation = {
  name: "Weight",
  summary: "The weight of a transaction, reached so far when a condition fails.",
  parameters: [
    transaction("JSON text of an object with `type`, `timestamp` and the contract's parameters."),
    publicKey(true),
    signature(false),
  ],
  isRead: true,
  data: WHOLE,
};

export const INSPECT: Operation = {
  name: "Inspect",
  summary: "One state value, with the height it was read at.",
  parameters: [
    parameter({
      name: "type",
      type: "string",
      maxlength: 9,
      requirements: true,
      cases: ["universal", "local"],
      summary: "Which state.",
    }),
    parameter({
      name: "key",
      type: "string",
      maxlength: 128,
      requirements: true,
      summary: "The state key: 64 characters of prefix, then the key.",
    }),
  ],
  isRead: true,
  data: recordOf({ key: STATE_KEY, value: ANY, height: HEIGHT }),
};
