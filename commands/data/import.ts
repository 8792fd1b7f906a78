import type { Command } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { objectToValue } from "../../src/codec/value.js";
import { HEIGHT, objectOf } from "../../src/records/operations/json-schema.js";
import { chainFileOptions, chainFiles } from "../shared/chain-files.js";
import { createChainProgress } from "../shared/chain-progress.js";

export const command: Command = {
  summary: "apply recorded chains to the data directory, with full validation",
  description: [
    "Reads full blocks in order of height, as JSON arrays or one a line, and applies them to the chain of the data directory, whose node must not be running. Every signature, seal, proof of work and execution is checked; the first block that breaks a rule ends the import with its height and the reason, and all before it stay.",
    "Blocks that are there already are passed over: an import that was interrupted is run again.",
  ],
  options: chainFileOptions("read"),
  examples: [{ line: "chainnode data import --main main.json --resource resource.json --data-dir ./chain" }],
  result: objectOf({ main_height: HEIGHT, resource_height: HEIGHT }),
  async run(context, input) {
    const files = chainFiles(input);
    const heights = await importFiles(context, files);
    return {
      data: objectToValue({ main_height: BigInt(heights.main), resource_height: BigInt(heights.resource) }),
      text: () => `The chain has main block ${heights.main} and resource block ${heights.resource} now.\n`,
    };
  },
};

async function importFiles(
  context: Context,
  files: ReturnType<typeof chainFiles>,
): Promise<{ readonly main: number; readonly resource: number }> {
  const [
    { openStore },
    { dataDirectory },
    { importChainFiles },
    { Ledger },
    { createNetwork },
    { systemClock },
  ] = await Promise.all([
    import("../../src/node/open-store.js"),
    import("../../src/node/data-directory.js"),
    import("../../src/node/chain-files.js"),
    import("../../src/ledger/ledger.js"),
    import("../../src/records/network.js"),
    import("../../src/node/system-clock.js"),
  ]);
  const opened = await openStore(dataDirectory(context.settings.text("data-dir")));
  const progress = createChainProgress(context);
  try {
    const ledger = await Ledger.open(opened.store, createNetwork(opened.definition));
    const { onBlock } = progress;
    await importChainFiles(ledger, files, { nowUs: systemClock.nowUs(), onBlock });
    return { main: ledger.tip.height, resource: ledger.resourceChain.tip?.height ?? 0 };
  } finally {
    progress.clear();
    await opened.close();
  }
}
