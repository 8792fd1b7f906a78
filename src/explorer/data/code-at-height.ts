import { readStoredCode, type CodeAtKey, type StoredCode } from "../../client/code-at.js";
import type { Client } from "../../client/index.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { padStateKey, statePrefix } from "../../codec/state-key.js";
import { askCell, rootSpace } from "./cells.js";

/** The state keys of the cells in which codes are. Empty when the network has no code of its own. */
export async function keysOfCodes(
  node: Client,
  codes: readonly Pick<StoredCode, "kind" | "id">[],
): Promise<readonly string[]> {
  const space = await rootSpace(node);
  if (space === null) return [];
  return codes.map(({ kind, id }) => padStateKey(statePrefix(ZERO_ADDRESS, space, kind) + id));
}

/** Codes as they were after a main block, at most as many as one StateAt may ask for. */
export async function codesAtHeight(
  node: Client,
  codes: readonly StoredCode[],
  height: number,
): Promise<readonly StoredCode[]> {
  const keys = await keysOfCodes(node, codes);
  if (keys.length === 0) return [];
  const { values } = await node.stateAt("local", keys, height);
  return codes.flatMap(({ kind, id }, index) => {
    const value = values.get(keys[index] ?? "") ?? null;
    return value === null ? [] : [readStoredCode({ kind, id, value })];
  });
}

export async function codeAtHeight(
  node: Client,
  { code, stateKey }: CodeAtKey,
  height: number,
): Promise<CodeAtKey | null> {
  const value = await askCell(node, "local", stateKey, height);
  return value === null ? null : { code: readStoredCode({ kind: code.kind, id: code.id, value }), stateKey };
}
