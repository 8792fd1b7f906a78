import type { Operation } from "./operation.js";
import { ANSWERED, publicKey, request, signature } from "./parameters.js";

export const RAW_REQUEST = {
  name: "RawRequest",
  summary: "The same as Request; the members of the JSON body are taken as they are.",
  parameters: [
    request("An object with `type`, the request's name, and that request's parameters."),
    publicKey(false),
    signature(false),
  ],
  isRead: true,
  isRaw: true,
  data: ANSWERED,
} as const satisfies Operation;
