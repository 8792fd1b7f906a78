import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps } from "../codec/parse-json.js";
import type { Steps } from "../codec/steps.js";
import { entriesOf, isContainer, isMap, type ValueMap } from "../codec/value.js";
import type { Receipt } from "../records/receipt.js";
import { readReceiptsInSteps } from "../records/resource-block.js";
import type { StoredResourceBlock } from "../store/store.js";
import * as errors from "./errors.js";
import { recordMalformed } from "../records/errors.js";

/**
 * Parts of blocks that the store keeps as text. They were valid when they were stored, so text that cannot be read is
 * damage: the functions throw `BLOCK_DAMAGED`, kind "local".
 */

/** Yields the receipts of a resource block with their askers, in their order, in steps. */
export function readStoredReceiptsInSteps({
  height,
  receipts,
}: StoredResourceBlock): Steps<ReadonlyMap<string, Receipt>> {
  return undamaged(`resource block ${height}`, readReceiptsInText(receipts));
}

function* readReceiptsInText(receipts: string): Steps<ReadonlyMap<string, Receipt>> {
  return yield* readReceiptsInSteps(yield* readMembers(receipts));
}

/** The members of a map. An empty map is the empty list (PROTOCOL 1.5). */
function* readMembers(text: string): Steps<ValueMap> {
  const value = yield* parseJsonInSteps(text);
  if (!isContainer(value)) throw recordMalformed({ record: "map", rule: "it must be a map" });
  return isMap(value) ? value : new Map(entriesOf(value));
}

function* undamaged<T>(block: string, reading: Steps<T>): Steps<T> {
  try {
    return yield* reading;
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause;
    throw errors.blockDamaged({ block }, { cause });
  }
}
