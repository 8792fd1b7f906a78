import type { Client } from "../../client/create-client.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { ChainStatus } from "./chain-status.js";

/** The heights of the last blocks that this node and a peer have in common. */
export interface CommonBlocks {
  readonly main: number;
  readonly resource: number;
}

interface Summary {
  readonly height: number;
  readonly blockhash: string;
}

interface ChainPair {
  /** The height up to which blocks are fixed, and so common without asking. */
  readonly fixed: number;
  readonly tip: Summary;
  readonly ours: (from: number, to: number) => Promise<readonly Summary[]>;
  readonly theirs: (from: number) => Promise<readonly Summary[]>;
  readonly theirsAt: (height: number) => Promise<Summary | null>;
}

const NO_BLOCK: Summary = { height: 0, blockhash: "" };

/** Finds the last common blocks with a peer of this status. Starts at the fixed height (PROTOCOL 10.10). */
export async function findCommonBlocks(
  { store, tip, resourceChain }: Ledger,
  client: Client,
  theirs: ChainStatus,
): Promise<CommonBlocks> {
  const isParent = theirs.main === tip.height + 1 && theirs.tip.previous_blockhash === tip.blockhash;
  const isTip = theirs.main === tip.height && theirs.tip.blockhash === tip.blockhash;
  const [main, resource] = await Promise.all([
    commonHeight({
      // A neighbour's tip is nearly always this node's tip or the block after it, so no request is needed.
      fixed: isParent || isTip ? tip.height : resourceChain.fixedMainHeight,
      tip,
      ours: (from, to) => store.mainBlockSummaries(from, to),
      theirs: (from) => client.getBlockSummaries(from),
      theirsAt: (height) => client.getBlockSummary(height),
    }),
    commonHeight({
      fixed: resourceChain.fixedHeight,
      tip: resourceChain.tip ?? NO_BLOCK,
      ours: (from, to) => store.resourceBlocks(from, to),
      theirs: (from) => client.getResourceBlockSummaries(from),
      theirsAt: (height) => client.getResourceBlockSummary(height),
    }),
  ]);
  return { main, resource };
}

async function commonHeight({ fixed, tip, ours, theirs, theirsAt }: ChainPair): Promise<number> {
  if (tip.height <= fixed) return fixed;
  // The peer nearly always has this node's last block.
  if ((await theirsAt(tip.height))?.blockhash === tip.blockhash) return tip.height;
  for (let common = fixed; ;) {
    const window = await theirs(common + 1);
    const blocks = await ours(common + 1, common + window.length);
    if (blocks.length === 0) return common;
    for (const [index, { height, blockhash }] of blocks.entries()) {
      if (window[index]?.height !== height || window[index].blockhash !== blockhash) return common;
      common = height;
    }
  }
}
