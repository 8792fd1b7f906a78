import type { Receipt } from "../records/receipt.js";
import type { Store } from "../store/store.js";

/** Whether the main block that a resource block names is in this chain under that hash (PROTOCOL 10.4). */
export async function isMainBlockHere(
  store: Pick<Store, "mainBlockSummary">,
  named: { readonly main_height: number; readonly main_blockhash: string },
): Promise<boolean> {
  const block = await store.mainBlockSummary({ height: named.main_height });
  return block?.blockhash === named.main_blockhash;
}

/** Whether a receipt's round began with a main block of this chain, at or below this height (PROTOCOL 10.8). */
export async function isReceiptRoundHere(
  store: Pick<Store, "mainBlockSummary">,
  receipt: Receipt,
  mainHeight: number,
): Promise<boolean> {
  const block = await store.mainBlockSummary({ blockhash: receipt.previous_blockhash });
  return block !== null && block.height <= mainHeight;
}
