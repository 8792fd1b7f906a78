import { ChainError } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import { entriesOf, isContainer, type ValueMap } from "../codec/value.js";
import type { Receipt } from "../records/receipt.js";
import { readReceipts } from "../records/resource-block.js";
import { readUpdates, type Updates } from "../records/updates.js";
import type { StateKind, StoredMainBlock, StoredResourceBlock } from "../store/store.js";

/**
 * Parts of blocks that the store keeps as text. They were right when they were stored, so what cannot be read is damage:
 * throws `BLOCK_DAMAGED`, kind "local".
 */

/** The receipts of a resource block, by their askers, in their order. */
export function readStoredReceipts({ height, receipts }: StoredResourceBlock): ReadonlyMap<string, Receipt> {
  return undamaged(`resource block ${height}`, () => readReceipts(readMembers(receipts)));
}

/** What a main block changed. */
export function readStoredUpdates(block: StoredMainBlock): Readonly<Record<StateKind, Updates>> {
  return undamaged(`main block ${block.height}`, () => ({
    universal: readUpdates(readMembers(block.universal_updates), "universal_updates"),
    local: readUpdates(readMembers(block.local_updates), "local_updates"),
  }));
}

/** The members of a map, which is the empty list when it has none (PROTOCOL 1). */
function readMembers(text: string): ValueMap {
  const value = parseJson(text);
  if (!isContainer(value)) throw new ChainError("RECORD_MALFORMED", "A map is expected. ");
  return new Map(entriesOf(value));
}

function undamaged<T>(block: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause;
    throw new ChainError("BLOCK_DAMAGED", `What the database holds of ${block} is damaged. `, {
      kind: "local",
      advice: "Find out how far the chain is right: chainnode data check",
      cause,
    });
  }
}
