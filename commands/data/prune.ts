import { messageOutcome } from "../../src/cli/output/outcome.js";
import { option, type Command } from "../../src/cli/command.js";
import { createProgressBar } from "../../src/cli/terminal/progress.js";
import { HEIGHT, INTEGER, objectOf } from "../../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "remove old blocks from the data directory",
  description: [
    "Removes the transactions and updates of old main blocks, their indexes and what cells held before, and gives the disk space back. State, headers, seals and the resource chain stay. The node must be stopped; to prune while it runs, see --keep of chainnode start.",
    "The blocks that can still be undone stay in any case: those above the main block that the fixed resource block names. Afterwards the node answers for what is gone with PRUNED and the first height that it has, and cannot give these blocks to other nodes (docs/pruning.md).",
    "At the end the database is copied without its free pages, which temporarily needs as much space as what stays. An interrupted command can be run again.",
  ],
  options: [
    option(
      "--keep <what>",
      "what stays: blocks=N, the last N main blocks, or days=D, those of D days",
      "the setting keep",
    ),
  ],
  examples: ["chainnode data prune --keep blocks=10000", "chainnode data prune --keep days=30 --json"],
  result: objectOf({ first_height: HEIGHT, bytes_before: INTEGER, bytes_after: INTEGER }),
  async run(context, input) {
    const { readKeep } = await import("../../src/ledger/pruning.js");
    const keep = readKeep(input.option("keep") ?? context.settings.text("keep"));
    const { pruneData } = await import("../../src/data/chain/prune-data.js");
    const directory = await context.workspace.directory();
    const bar = createProgressBar(context, "Pruning");
    try {
      const { first, bytes } = await pruneData(directory, {
        keep,
        nowUs: Date.now() * 1000,
        signal: context.terminal.interruption(),
        onTurn: (share) => bar.show(share, 1),
      });
      bar.clear();
      const data = {
        first_height: BigInt(first),
        bytes_before: BigInt(bytes.before),
        bytes_after: BigInt(bytes.after),
      };
      const text = `The chain has its blocks from ${first} on. The database had ${bytes.before} bytes and has ${bytes.after}.`;
      return messageOutcome(data, text);
    } finally {
      bar.clear();
    }
  },
};
