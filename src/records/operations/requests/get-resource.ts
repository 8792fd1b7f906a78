import { DECIMAL, closedObjectOf } from "../json-schema.js";
import { operationParameter, type SystemRequest } from "../operation.js";

export const GET_RESOURCE = {
  type: "GetResource",
  summary: "The resource amount of an address.",
  parameters: [
    operationParameter({
      name: "address",
      isAddress: true,
      type: "string",
      maxlength: 44,
      requirements: true,
      summary: "The address.",
    }),
  ],
  data: closedObjectOf({ resource: DECIMAL }),
} as const satisfies SystemRequest;
