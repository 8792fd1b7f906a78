import type { Command, Context } from "../../src/cli/command.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { ChainFiles } from "../../src/data/chain/chain-files.js";
import { chainFileOptions, chainFiles } from "./chain-files.js";
import { withChainProgress } from "./chain-progress.js";
import { CHAIN_HEIGHTS, heightsOf, heightsOutcome, withLedger } from "./ledger.js";

export const command: Command = {
  summary: "import recorded chains with full validation",
  description: [
    "Reads full blocks in ascending order, as JSON arrays or one per line, and applies them to the chain of the data directory. The node must be stopped. Every signature, seal, proof of work and execution is verified. The first invalid block ends the import with its height and the reason; the blocks before it stay.",
    "Blocks that the chain already has are skipped, so an interrupted import can be run again.",
  ],
  options: chainFileOptions("with"),
  examples: ["chainnode data import --main main.json --resource resource.json --data-dir ./chain"],
  result: CHAIN_HEIGHTS,
  async run(context, input) {
    const files = chainFiles(input);
    return heightsOutcome(await withLedger(context, (ledger) => importFiles(context, ledger, files)));
  },
};

async function importFiles(context: Context, ledger: Ledger, files: ChainFiles): Promise<ChainHeights> {
  const { importChainFiles, sizeOfFiles } = await import("../../src/data/chain/chain-files.js");
  const { systemClock } = await import("../../src/base/clock/system-clock.js");
  const bytes = await sizeOfFiles(files);
  let read = 0;
  const onRead = (length: number): void => {
    read += length;
  };
  const progress = { title: "Importing", shareOf: () => Math.min(1, read / bytes), hasSummary: true };
  await withChainProgress(context, progress, (onBlock) =>
    importChainFiles(ledger, files, {
      nowUs: systemClock.nowUs(),
      onBlock,
      onRead,
      openInput: () => context.terminal.inputChunks(),
    }),
  );
  return heightsOf(ledger);
}
