import { ANY, HEIGHT, STATE_KEY, closedObjectOf } from "./json-schema.js";
import { operationParameter, type Operation } from "./operation.js";

export const INSPECT = {
  name: "Inspect",
  summary: "One state value, with the height it was read at.",
  parameters: [
    operationParameter({
      name: "type",
      type: "string",
      maxlength: 9,
      requirements: true,
      cases: ["universal", "local"],
      summary: "Which state.",
    }),
    operationParameter({
      name: "key",
      type: "string",
      maxlength: 128,
      requirements: true,
      summary: "The state key: 64 characters of prefix, then the key.",
    }),
  ],
  isRead: true,
  data: closedObjectOf({ key: STATE_KEY, value: ANY, height: HEIGHT }),
} as const satisfies Operation;
