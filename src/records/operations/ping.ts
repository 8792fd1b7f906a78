import { EMPTY_LIST } from "./json-schema.js";
import type { Operation } from "./operation.js";

export const PING = {
  name: "Ping",
  summary: "Shows that the node answers.",
  parameters: [],
  isRead: true,
  data: EMPTY_LIST,
} as const satisfies Operation;
