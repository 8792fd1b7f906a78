import { ZERO_ADDRESS } from "../codec/address.js";
import type { Value, ValueMap } from "../codec/value.js";
import { call, loadParameter, readLocal, readUniversalCell, wholeProduct, writeLocal } from "./expression.js";

/** The fee that the classic codes take themselves: 10^6 for each byte of the transaction (PROTOCOL 6.14). */
export const FEE_BY_SIZE: ValueMap = wholeProduct(loadParameter("size"), "1000000");

/** The balance that one unit of resource is refined to: 1 until the first season ends. */
export const MULTIPLIER: ValueMap = readUniversalCell("multiplier", "1");

/** `recycle_resource` += ⌊fee / multiplier⌋. The next reward pays it out as resource. */
export function recycle(fee: Value): ValueMap {
  const attribute = "recycle_resource";
  const recycled = call("precise_div", fee, MULTIPLIER, 0n);
  return writeLocal(attribute, ZERO_ADDRESS, call("add", readLocal(attribute, ZERO_ADDRESS, "0"), recycled));
}
