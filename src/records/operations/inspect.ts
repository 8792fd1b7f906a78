import { ANY, HEIGHT, STATE_KEY, recordOf } from "./json-schema.js";
import { parameter, type Operation } from "./operation.js";

export const INSPECT = {
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
} as const satisfies Operation;
