import type { Command } from "../../src/cli/command.js";
import { askMining, MINING_STATUS } from "./mining.js";

export const command: Command = {
  summary: "start mining on the running node",
  description: [
    "The node of the data directory mines resource blocks with its settings mining-threads and mining-duty. Main blocks pay the rewards, so nothing is paid while there are no transactions.",
  ],
  examples: [{ line: "chainnode mining start" }],
  result: MINING_STATUS,
  run: (context) => askMining(context, "POST", "/mining/start"),
};
