import type { Receipt } from "../records/receipt.js";
import type { Store } from "../store/store.js";

/** Whether the main block that a resource block names is here (PROTOCOL 10). */
export async function isMainBlockHere(
  store: Pick<Store, "mainBlockSummary">,
  named: { readonly main_height: number; readonly main_blockhash: string },
): Promise<boolean> {
  const block = await store.mainBlockSummary({ height: named.main_height });
  return block?.blockhash === named.main_blockhash;
}

/** Whether the round a receipt was given in began with a main block that is here, at most this high. */
export async function isReceiptRoundHere(
  store: Pick<Store, "mainBlockSummary">,
  receipt: Receipt,
  mainHeight: number,
): Promise<boolean> {
  const block = await store.mainBlockSummary({ blockhash: receipt.previous_blockhash });
  return block !== null && block.height <= mainHeight;
}
