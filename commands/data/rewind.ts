import type { Command, Context } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import type { Input } from "../../src/cli/input/input.js";
import { isWholeNumber } from "../../src/cli/input/whole-number.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { createChainProgress } from "./chain-progress.js";
import { CHAIN_HEIGHTS, heightsOf, heightsOutcome, withLedger } from "./ledger.js";
import { heightInvalid } from "../../src/actions/errors.js";

const FORCE = "force-below-fixed";

export const command: Command = {
  summary: "undo blocks down to a main height",
  description: [
    "Undoes the main blocks above the height, and the resource blocks that refer to them. State, codes and indexes are restored. The node must be stopped. At its next start it fetches the blocks from its peers again; blocks that no peer has are lost: see chainnode data backup.",
    "Nodes never undo blocks up to the fixed height. With --force-below-fixed this node does, and its fixed height decreases: it then diverges from every network that keeps these blocks. Use it on a network of a single node, or when all nodes of a network rewind.",
    "An interrupted rewind leaves the chain at a height in between: run the command again. The file `tip`, which records the last block, is updated, so that the next start reports no loss.",
  ],
  arguments: [{ name: "height", description: "main height of the new last block", isRequired: true }],
  options: [{ name: FORCE, description: "also undo fixed blocks" }, YES_OPTION],
  examples: [
    { line: "chainnode data rewind 1200 --yes" },
    { line: "chainnode data rewind 0 --force-below-fixed --yes", explanation: "the whole chain" },
  ],
  result: CHAIN_HEIGHTS,
  async run(context, input) {
    const height = readHeight(input.argument("height"));
    await askForConsent(`Undo all main blocks above ${height}?`, context, input);
    return heightsOutcome(
      await withLedger(context, async (ledger, opened) => {
        const heights = await rewind(context, input, ledger, height);
        await opened.acceptEnds();
        context.note("The file tip records the new last block, so the next start reports no loss.");
        return heights;
      }),
    );
  },
};

async function rewind(context: Context, input: Input, ledger: Ledger, height: number): Promise<ChainHeights> {
  const { rewindTo } = await import("../../src/ledger/rewind.js");
  const total = ledger.tip.height - height;
  let done = 0;
  const progress = createChainProgress(context, "Rewinding", () => done / total);
  try {
    await rewindTo(ledger, height, {
      isForced: input.flag(FORCE),
      onBlock(chain, undone, transactions) {
        if (chain === "main") done += 1;
        progress.onBlock(chain, undone, transactions);
      },
    });
  } finally {
    progress.clear();
  }
  return heightsOf(ledger);
}

function readHeight(word: string): number {
  if (isWholeNumber(word)) return Number(word);
  throw heightInvalid({ height: word });
}
