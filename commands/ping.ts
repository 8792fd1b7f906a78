import { messageOutcome } from "../src/cli/output/outcome.js";
import type { Command } from "../src/cli/command.js";
import { HEIGHT, objectOf, TEXT } from "../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "check that a node answers, and measure its response time",
  examples: ["chainnode ping", "chainnode ping --rpc https://node.example.org:9900"],
  result: objectOf({ url: TEXT, milliseconds: HEIGHT }),
  async run(context) {
    const client = await context.workspace.runningClient();
    const { url } = client;
    const start = performance.now();
    await client.ping();
    const milliseconds = Math.round(performance.now() - start);
    return messageOutcome(
      { url, milliseconds: BigInt(milliseconds) },
      `${url} answers in ${milliseconds} ms`,
    );
  },
};
