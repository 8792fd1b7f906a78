import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import { rewindTo } from "../ledger/rewind.js";
import type { ChainEnds } from "../store/store.js";
import { assertStateKept } from "../store/pruned.js";
import * as errors from "./errors.js";

interface RevertedParts {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly onDropped: (hash: string, reason: string) => void;
}

/**
 * Undoes blocks of a running node, fixed ones too, until these are the last ones, and drops what waits in the pool. No
 * block may be made meanwhile. Throws `DEV_ACTION` when the chains do not hold these ends, `PRUNED` when the state there is gone, and
 * changes nothing then.
 */
export async function revertChain(
  { ledger, pool, onDropped }: RevertedParts,
  ends: ChainEnds,
): Promise<void> {
  const { store, resourceChain } = ledger;
  const { main, resource } = ends;
  const [heldMain, heldResource] = await Promise.all([
    store.mainBlockSummary({ height: main.height }),
    store.resourceBlock({ height: resource.height }),
  ]);
  if (
    (heldMain?.blockhash ?? "") !== main.blockhash ||
    (heldResource?.blockhash ?? "") !== resource.blockhash
  )
    throw errors.devAction({ reason: "the chain no longer holds the blocks of the snapshot" });
  await assertStateKept(store, main.height);
  const hashes = pool.all().map(({ transaction }) => transaction.hash);
  pool.remove(hashes);
  for (const hash of hashes) onDropped(hash, "The chain went back to a snapshot. ");
  for (let { tip } = resourceChain; tip !== null && tip.height > resource.height; { tip } = resourceChain) {
    await resourceChain.unfix(tip.height - 1);
    await ledger.undoResourceBlock();
  }
  await rewindTo(ledger, main.height, { isForced: true });
}
