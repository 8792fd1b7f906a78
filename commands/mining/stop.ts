import type { Command } from "../../src/cli/command.js";
import { askMining, MINING_STATUS } from "./mining.js";

export const command: Command = {
  summary: "let the running node mine no more",
  description: [
    "Tells the node of the data directory to mine no more. A chain whose last confirmed resource block is its newest one stands still until somebody mines again.",
  ],
  examples: [{ line: "chainnode mining stop" }],
  result: MINING_STATUS,
  run: (context) => askMining(context, "POST", "/mining/stop"),
};
