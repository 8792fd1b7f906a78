import { DECIMAL, closedObjectOf } from "../json-schema.js";
import { required, type SystemRequest } from "../operation.js";

export const GET_RESOURCE = {
  type: "GetResource",
  summary: "The resource amount of an address.",
  parameters: [required("address", "string", 44, "The address.", { isAddress: true })],
  data: closedObjectOf({ resource: DECIMAL }),
} as const satisfies SystemRequest;
