import type { Command } from "../../src/cli/command.js";
import { askMining, MINING_STATUS } from "./mining.js";

export const command: Command = {
  summary: "let the running node mine",
  description: [
    "Tells the node of the data directory to mine resource blocks from now on, with the threads and the duty that it was started with. What is mined is paid by main blocks, so nothing is paid while nobody sends anything.",
  ],
  examples: [{ line: "chainnode mining start" }],
  result: MINING_STATUS,
  run: (context) => askMining(context, "POST", "/mining/start"),
};
