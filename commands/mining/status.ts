import type { Command } from "../../src/cli/command.js";
import { askMining, MINING_STATUS } from "./mining.js";

export const command: Command = {
  summary: "show the mining status of the running node",
  examples: [{ line: "chainnode mining status" }, { line: "chainnode mining status --json" }],
  result: MINING_STATUS,
  run: (context) => askMining(context, "GET", "/mining"),
};
