import type { BlockTarget } from "../store.js";

/** The column that a target names and the value to look for in it. */
export function columnAndValue(
  target: BlockTarget,
): readonly ["height", number] | readonly ["blockhash", string] {
  return "height" in target ? ["height", target.height] : ["blockhash", target.blockhash];
}
