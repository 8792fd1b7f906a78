import { messageOutcome } from "../../src/cli/output/outcome.js";
import type { Command } from "../../src/cli/command.js";
import { INTEGER, objectOf } from "../../src/records/operations/json-schema.js";
import { withChainProgress } from "./chain-progress.js";
import { chainFileOptions, chainFiles } from "./chain-files.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "export the chains of the data directory to files",
  description: [
    "Writes full blocks, one per line, in the format of `chainnode data import`. The node may be running: the export ends with the blocks that exist when it begins. An existing file is never overwritten.",
  ],
  options: chainFileOptions("for"),
  examples: [{ line: "chainnode data export --main main.ndjson --resource resource.ndjson" }],
  result: objectOf({ blocks: INTEGER }),
  async run(context, input) {
    const files = chainFiles(input);
    const [{ openStoreToRead }, { exportChainFiles }, { storedHeights }] = await Promise.all([
      import("../../src/node/directory/open-store.js"),
      import("../../src/node/data/chain-files.js"),
      import("../../src/ledger/import/stored-chain.js"),
    ]);
    const { store } = await openStoreToRead(await workspaceOf(context).directory());
    context.onEnd(() => store.close());
    const heights = await storedHeights(store);
    const total = heights.main + (files.resource === undefined ? 0 : heights.resource);
    let blocks = 0;
    await withChainProgress(context, { title: "Exporting", shareOf: () => blocks / total }, (report) =>
      exportChainFiles(store, files, {
        heights,
        onBlock(...block) {
          blocks += 1;
          report(...block);
        },
      }),
    );
    return messageOutcome({ blocks: BigInt(blocks) }, `${blocks} blocks were exported.`);
  },
};
