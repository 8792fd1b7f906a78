import type { Operation } from "./operation.js";
import { ANSWERED, publicKeyParameter, requestParameter, signatureParameter } from "./parameters.js";

export const REQUEST = {
  name: "Request",
  summary: "Runs a system request or registered request code against the node's current data.",
  parameters: [
    requestParameter(
      "JSON text of an object with `type`, the request's name, and that request's parameters.",
    ),
    publicKeyParameter(false),
    signatureParameter(false),
  ],
  isRead: true,
  data: ANSWERED,
} as const satisfies Operation;

export const RAW_REQUEST = {
  name: "RawRequest",
  summary: "The same as Request; the members of the JSON body are taken as they are.",
  parameters: [
    requestParameter("An object with `type`, the request's name, and that request's parameters."),
    publicKeyParameter(false),
    signatureParameter(false),
  ],
  isRead: true,
  isRaw: true,
  data: ANSWERED,
} as const satisfies Operation;
