import { mapOf, orNull, STATE_KEY, TEXT } from "../json-schema.js";
import { operationParameter, type SystemRequest } from "../operation.js";

export const GET_CODE = {
  type: "GetCode",
  summary:
    "One registered code: a map from its hash to the code's text, or to null when no code is registered.",
  parameters: [
    operationParameter({
      name: "ctype",
      type: "string",
      maxlength: 10,
      default: "contract",
      cases: ["contract", "request"],
      summary: "The kind of code.",
    }),
    operationParameter({
      name: "target",
      type: "string",
      maxlength: 64,
      summary: "The code id; an empty map is the answer when left out.",
    }),
  ],
  data: mapOf(orNull(TEXT), STATE_KEY),
} as const satisfies SystemRequest;
