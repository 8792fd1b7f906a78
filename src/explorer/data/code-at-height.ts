import { readStoredCode, type CodeAtKey, type StoredCode } from "../../client/code-at.js";
import type { Client } from "../../client/index.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { padStateKey, statePrefix } from "../../codec/state-key.js";
import { askCell, rootSpace } from "./cells.js";

/** Codes of one kind as they were after a main block, at most as many as one StateAt may ask for. */
export async function codesAtHeight(
  node: Client,
  codes: readonly StoredCode[],
  height: number,
): Promise<readonly StoredCode[]> {
  const space = await rootSpace(node);
  const [first] = codes;
  if (first === undefined || space === null) return [];
  const keys = codes.map(({ kind, id }) => padStateKey(statePrefix(ZERO_ADDRESS, space, kind) + id));
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
