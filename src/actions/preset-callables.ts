import { parseCode } from "../records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../records/network.js";
import { PRESET_NAMES, presetCodes } from "../system/presets.js";
import { type CodeCall, callablesOf, chooseCallable, type Callable } from "./callables.js";

/** The preset code that a call means when no chain can be asked (PROTOCOL 6.14, 6.15, 6.16, 6.17), if any. */
export function presetCallable({
  kind,
  type,
  cid,
}: Pick<CodeCall, "kind" | "type" | "cid">): Callable | undefined {
  if (cid !== undefined) return undefined;
  const network = createNetwork(PUBLIC_NETWORK);
  const texts = PRESET_NAMES.flatMap((preset) => presetCodes(preset, network));
  const codes = texts.map((text) => ({ method: parseCode(text) }));
  return chooseCallable(callablesOf(codes, kind), { type, cid });
}
