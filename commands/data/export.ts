import { messageOutcome, noOutcome } from "../../src/cli/output/outcome.js";
import type { Command } from "../../src/cli/command.js";
import { INTEGER, objectOf } from "../../src/records/operations/json-schema.js";
import { withChainProgress } from "./chain-progress.js";
import { chainFileOptions, chainFiles } from "./chain-files.js";

const STDOUT: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

export const command: Command = {
  summary: "export the chains of the data directory to files",
  description: [
    "Writes full blocks, one per line, in the format of `chainnode data import`. The node may be running: the export ends with the blocks that exist when it begins. An existing file is never overwritten.",
  ],
  options: chainFileOptions("for"),
  examples: [
    "chainnode data export --main main.ndjson --resource resource.ndjson",
    "# compress it on the way",
    "chainnode data export --main - | gzip > main.ndjson.gz",
  ],
  result: objectOf({ blocks: INTEGER }),
  async run(context, input) {
    const files = chainFiles(input);
    const { openStoreToRead } = await import("../../src/data/directory/open-store.js");
    const { exportChainFiles } = await import("../../src/data/chain/chain-files.js");
    const { storedHeights } = await import("../../src/ledger/import/stored-chain.js");
    const { store } = await openStoreToRead(await context.workspace.directory());
    context.onEnd(() => store.close());
    const heights = await storedHeights(store);
    const total = heights.main + (files.resource === undefined ? 0 : heights.resource);
    let blocks = 0;
    await withChainProgress(context, { title: "Exporting", shareOf: () => blocks / total }, (report) =>
      exportChainFiles(store, files, {
        heights,
        write: (text) => context.terminal.output.write(text),
        onBlock(...block) {
          blocks += 1;
          report(...block);
        },
      }),
    );
    // Standard output holds blocks alone.
    if (Object.values(files).some((file) => STDOUT.has(file))) return noOutcome();
    return messageOutcome({ blocks: BigInt(blocks) }, `${blocks} blocks were exported.`);
  },
};
