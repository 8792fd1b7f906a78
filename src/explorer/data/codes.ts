import { spaceIdOf } from "../../codec/hash.js";
import { textIn } from "../../codec/text.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Client, ValueMap } from "../../client/index.js";
import type { ReadableCode, StoredCode } from "../../client/code-at.js";
import { listCodes } from "../../client/registered-codes.js";
import { presentLive } from "./live.js";

let kept: { readonly codes: Promise<readonly StoredCode[]>; readonly tip: string | undefined } | null = null;

/** All codes of the chain, including those that cannot be called. The node is asked once for each known end of the chain. */
export function allCodes(node: Client): Promise<readonly StoredCode[]> {
  const tip = presentLive().main?.blockhash;
  if (kept === null || kept.tip !== tip) {
    const codes = listCodes(node);
    kept = { codes, tip };
    // A failure is not kept.
    codes.catch(() => (kept = null));
  }
  return kept.codes;
}

/** Whether a code is of the network itself: its calls need no cid. */
export function isOwnCode({ method }: StoredCode): boolean {
  return method?.writer === ZERO_ADDRESS;
}

/** The code that a transaction or request calls; undefined for a system contract, and for what is not registered. */
export function calledCode(
  codes: readonly StoredCode[],
  call: ValueMap,
  kind: "contract" | "request",
): ReadableCode | undefined {
  const [type, cid] = [textIn(call, "type"), textIn(call, "cid")];
  return codes.find((code): code is ReadableCode => {
    const { method } = code;
    if (method === null || code.kind !== kind || method.name !== type) return false;
    return cid === "" ? isOwnCode(code) : cid === spaceIdOf(method.writer, method.space);
  });
}
