import { required, type Operation } from "./operation.js";
import { TRACED_TRIAL } from "./trial.js";

export const TRACE = {
  name: "Trace",
  summary:
    "What a committed transaction did: every operator with its values, the cells that it read and wrote. Answered with --explorer only.",
  parameters: [required("hash", "string", 78, "The transaction's hash.")],
  isRead: true,
  isExplorer: true,
  data: TRACED_TRIAL,
} as const satisfies Operation;
