import type { Command } from "../../src/cli/command.js";
import { askMining, MINING_STATUS } from "./mining.js";

export const command: Command = {
  summary: "stop mining on the running node",
  description: [
    "Without new resource blocks, a chain stops once its last confirmed resource block is its newest one, until a node mines again.",
  ],
  examples: [{ line: "chainnode mining stop" }],
  result: MINING_STATUS,
  run: (context) => askMining(context, "POST", "/mining/stop"),
};
