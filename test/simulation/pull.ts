import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { Node } from "../../src/node/node.js";
import { mainBlockToText } from "../../src/records/main-block-text.js";
import { readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { MainBlockSummary, Store } from "../../src/store/store.js";
import { unlessRefused } from "./unless-refused.js";

/** Blocks as a source shows them: a liar shows others than it has. */
export type Show = (block: MainBlock) => MainBlock;

export type Chain = Pick<Ledger, "tip" | "store">;

/**
 * Takes the main chain of another node when it is the better one: the longer, of equal ones the one with the smaller
 * blockhash. A chain that does not validate is refused and ours stays as it was (PROTOCOL 11).
 */
export async function pull(ours: Node, theirs: Chain, show: Show): Promise<void> {
  const { ledger } = ours;
  if (!isBetter(theirs.tip, ledger.tip)) return;
  const parting = await partingHeight(ledger, theirs);
  if (parting < ledger.resourceChain.fixedMainHeight) return;
  const offered = (await readBlocks(theirs.store, parting + 1)).map(show);
  const undone = await readBlocks(ledger.store, parting + 1);
  await undoTo(ledger, parting);
  const isTaken = await unlessRefused(() => apply(ledger, offered, ours.clock.nowUs()));
  if (!isTaken) {
    await undoTo(ledger, parting);
    await apply(ledger, undone, Infinity);
    return;
  }
  ours.pool.removeOlderThan(ledger.tip.s_timestamp);
  for (const transaction of undone.flatMap(({ transactions }) => transactions))
    await unlessRefused(() => ours.submit(transaction));
}

/** The main blocks of a store from a height on. */
export async function readBlocks(store: Store, fromHeight: number): Promise<readonly MainBlock[]> {
  const blocks: MainBlock[] = [];
  const last = (await store.lastMainBlock())?.height ?? 0;
  for (let height = fromHeight; height <= last; height += 1) {
    const block = await store.mainBlock({ height });
    if (block === null) throw new ChainError("BLOCK_MISSING", `There is no main block ${height}. `);
    blocks.push(readMainBlock(parseJson(mainBlockToText(block))));
  }
  return blocks;
}

function isBetter(theirs: MainBlockSummary, ours: MainBlockSummary): boolean {
  if (theirs.height !== ours.height) return theirs.height > ours.height;
  return theirs.blockhash < ours.blockhash;
}

async function partingHeight(ours: Chain, theirs: Chain): Promise<number> {
  for (let height = Math.min(ours.tip.height, theirs.tip.height); height > 0; height -= 1) {
    const [mine, other] = await Promise.all(
      [ours, theirs].map(({ store }) => store.mainBlockSummary({ height })),
    );
    if (mine?.blockhash === other?.blockhash) return height;
  }
  return 0;
}

async function undoTo(ledger: Ledger, height: number): Promise<void> {
  while (ledger.tip.height > height) await ledger.undo();
}

async function apply(ledger: Ledger, blocks: readonly MainBlock[], nowUs: number): Promise<void> {
  for (const block of blocks)
    await ledger.commit(await verifyMainBlock(ledger, block, { nowUs }), block.seal);
}
