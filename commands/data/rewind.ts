import type { Command, Context } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import type { Input } from "../../src/cli/input/input.js";
import { isWholeNumber } from "../../src/cli/input/whole-number.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { createChainProgress } from "./chain-progress.js";
import { CHAIN_HEIGHTS, heightsOf, heightsOutcome, withLedger } from "./ledger.js";

const FORCE = "force-below-fixed";

export const command: Command = {
  summary: "take blocks back until a main height is the last one",
  description: [
    "Undoes the main blocks above the height, and the resource blocks that name one of them, in the data directory, whose node must not be running. State, codes and indexes are as they were. A node that has peers fetches the blocks again when it starts; what nobody else has is lost: see chainnode data backup.",
    "Blocks up to the fixed height are never undone by any node. With --force-below-fixed they are, and the fixed height goes down with them: this node then stands apart from every network that keeps these blocks. It is for a network whose nodes all agree to go back, and for one of a single node.",
    "An interrupt leaves the chain at some height on the way: type the line again. The note of the last block, the file `tip`, goes down with the chain, so that a start does not miss the blocks.",
  ],
  arguments: [{ name: "height", description: "the main height that is to be the last", isRequired: true }],
  options: [{ name: FORCE, description: "undo blocks that are fixed, too" }, YES_OPTION],
  examples: [
    { line: "chainnode data rewind 1200 --yes" },
    { line: "chainnode data rewind 0 --force-below-fixed --yes", explanation: "all of it" },
  ],
  result: CHAIN_HEIGHTS,
  async run(context, input) {
    const height = readHeight(input.argument("height"));
    await askForConsent(`Take back all main blocks above ${height}?`, context, input);
    return heightsOutcome(
      await withLedger(context, async (ledger, opened) => {
        const heights = await rewind(context, input, ledger, height);
        await opened.acceptEnds();
        context.note(
          "The file tip notes the new last block: the next start takes none of the others for lost.",
        );
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
  throw usageError("HEIGHT", "A height is a whole number. ", { height: word });
}
