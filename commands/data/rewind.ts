import { positional, option, type Command, type Context } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/ask.js";
import { isWholeNumber } from "../../src/codec/text.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { withChainProgress } from "./chain-progress.js";
import { CHAIN_HEIGHTS, heightsOf, heightsOutcome, withLedger } from "./ledger.js";
import { heightInvalid } from "../../src/actions/errors.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "undo blocks down to a main height",
  description: [
    "Undoes the main blocks above the height, and the resource blocks that refer to them. State, codes and indexes are restored. The node must be stopped. At its next start it fetches the blocks from its peers again; blocks that no peer has are lost: see chainnode data backup.",
    "Nodes never undo blocks up to the fixed height. With --force-below-fixed this node does, and its fixed height decreases: it then diverges from every network that keeps these blocks. Use it on a network of a single node, or when all nodes of a network rewind.",
    "With --dated-ahead instead of a height, it undoes what was dated after now by a clock that was ahead: the blocks, and the silence of a validator after signatures of that time. Use it once the clock is right.",
    "An interrupted rewind leaves the chain at a height in between: run the command again. The file `tip`, which records the last block, is updated, so that the next start reports no loss.",
  ],
  arguments: [positional("[height]", "main height of the new last block", "none: give --dated-ahead")],
  options: [
    option("--force-below-fixed", "also undo fixed blocks"),
    option("--dated-ahead", "undo the blocks and signatures that are dated after now"),
    YES_OPTION,
  ],
  examples: [
    "chainnode data rewind 1200 --yes",
    "# after the clock was ahead",
    "chainnode data rewind --dated-ahead --yes",
    "# the whole chain",
    "chainnode data rewind 0 --force-below-fixed --yes",
  ],
  result: CHAIN_HEIGHTS,
  async run(context, input) {
    const isAhead = input.flag("dated-ahead");
    const word = input.optionalArgument("height");
    if (isAhead === (word !== undefined)) throw errors.rewindTarget();
    const nowUs = Date.now() * 1000;
    const named = word === undefined ? null : readHeight(word);
    await askForConsent(
      named === null ? "Undo all main blocks dated after now?" : `Undo all main blocks above ${named}?`,
      context,
      input,
    );
    return heightsOutcome(
      await withLedger(context, async (ledger, opened) => {
        const target = named ?? { latestUs: nowUs };
        const heights = await rewind(context, ledger, { target, isForced: input.flag("force-below-fixed") });
        await opened.acceptEnds();
        if (named === null) await opened.forgetSigned(nowUs);
        context.note("The file tip records the new last block, so the next start reports no loss.");
        return heights;
      }),
    );
  },
};

interface Rewinding {
  /** A height, or the blocks dated up to a time, µs. */
  readonly target: number | { readonly latestUs: number };
  readonly isForced: boolean;
}

async function rewind(
  context: Context,
  ledger: Ledger,
  { target, isForced }: Rewinding,
): Promise<ChainHeights> {
  const { rewindTo, lastHeightUpTo } = await import("../../src/ledger/rewind.js");
  const latest = typeof target === "number" ? {} : target;
  const height = typeof target === "number" ? target : await lastHeightUpTo(ledger, target.latestUs);
  const total = ledger.tip.height - height;
  let done = 0;
  await withChainProgress(context, { title: "Rewinding", shareOf: () => done / total }, (report) =>
    rewindTo(ledger, height, {
      isForced,
      ...latest,
      onBlock(chain, undone, transactions) {
        if (chain === "main") done += 1;
        report(chain, undone, transactions);
      },
    }),
  );
  return heightsOf(ledger);
}

function readHeight(word: string): number {
  if (isWholeNumber(word)) return Number(word);
  throw heightInvalid({ height: word });
}
