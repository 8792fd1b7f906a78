import { mapOf, orNull, STATE_KEY, TEXT } from "../json-schema.js";
import { optional, type SystemRequest } from "../operation.js";

export const GET_CODE = {
  type: "GetCode",
  summary:
    "One registered code: a map from its hash to the code's text, or to null when no code is registered.",
  parameters: [
    optional("ctype", "string", 10, "The kind of code.", {
      default: "contract",
      cases: ["contract", "request"],
    }),
    optional("target", "string", 64, "The code id; an empty map is the answer when left out."),
  ],
  data: mapOf(orNull(TEXT), STATE_KEY),
} as const satisfies SystemRequest;
