import { spaceIdOf } from "../../codec/hash.js";
import { textIn } from "../../codec/text.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Client, ValueMap } from "../../client/index.js";
import type { ReadableCode, StoredCode } from "../../client/code-at.js";
import { listCodes } from "../../client/registered-codes.js";
import { presentLive } from "./live.js";

let kept: { readonly codes: Promise<readonly StoredCode[]>; readonly tip: string | undefined } | null = null;

/** All codes of the chain in their order, including those that cannot be called. The node is asked once for each known end of the chain. */
export function allCodes(node: Client): Promise<readonly StoredCode[]> {
  const tip = presentLive().main?.blockhash;
  if (kept === null || kept.tip !== tip) {
    const codes = listCodes(node).then(inOrder);
    kept = { codes, tip };
    // A failure is not kept.
    codes.catch(() => (kept = null));
  }
  return kept.codes;
}

/** Sorts codes by space, kind and name: those that users wrote before those of the network. */
export function inOrder(codes: readonly StoredCode[]): readonly StoredCode[] {
  const placed = codes.map((code) => {
    const { method, kind, id } = code;
    const place = isOwnCode(code) ? "2" : method === null ? "1" : "0";
    return {
      code,
      key: [place, method?.space, method?.writer, kind, method?.name.toLowerCase(), id].join("\0"),
    };
  });
  return placed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ code }) => code);
}

/** A space with its codes, in their order. */
export interface ListedSpace {
  /** Empty for codes that cannot be read, and so have no space. */
  readonly cid: string;
  readonly isNetworks: boolean;
  readonly writer: string;
  readonly name: string;
  readonly codes: readonly StoredCode[];
}

export function bySpace(codes: readonly StoredCode[]): readonly ListedSpace[] {
  const spaces = new Map<string, StoredCode[]>();
  for (const code of codes) {
    const key = code.method === null ? "" : `${code.method.writer} ${code.method.space}`;
    const found = spaces.get(key);
    if (found === undefined) spaces.set(key, [code]);
    else found.push(code);
  }
  return Array.from(spaces.values(), (codes) => {
    const [first] = codes;
    const { writer, space: name } = first?.method ?? { writer: "", space: "" };
    const isNetworks = first !== undefined && isOwnCode(first);
    return { cid: first?.method ? spaceIdOf(writer, name) : "", isNetworks, writer, name, codes };
  });
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
