import { ANY, HEIGHT, STATE_KEY, closedObjectOf } from "./json-schema.js";
import { required, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

export const INSPECT = {
  name: "Inspect",
  summary: "One state value, with the height it was read at.",
  parameters: [
    STATE_TYPE,
    required("key", "string", 128, "The state key: 64 characters of prefix, then the key."),
  ],
  isRead: true,
  data: closedObjectOf({ key: STATE_KEY, value: ANY, height: HEIGHT }),
} as const satisfies Operation;
