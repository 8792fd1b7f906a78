import { DECIMAL, recordOf } from "../json-schema.js";
import { parameter, type SystemRequest } from "../operation.js";

export const GET_RESOURCE = {
  type: "GetResource",
  summary: "The resource amount of an address.",
  parameters: [
    parameter({
      name: "address",
      isAddress: true,
      type: "string",
      maxlength: 44,
      requirements: true,
      summary: "The address.",
    }),
  ],
  data: recordOf({ resource: DECIMAL }),
} as const satisfies SystemRequest;
