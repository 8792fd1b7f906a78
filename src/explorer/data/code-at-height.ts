import { readStoredCode, type CodeAtKey, type StoredCode } from "../../client/code-at.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { padStateKey, statePrefix } from "../../codec/state-key.js";
import { askCell, rootSpace } from "./cells.js";
import { node } from "./node.js";

/**
 * Returns codes of one kind as they were after a main block, without those that were not registered yet. At most as many
 * as one StateAt may ask for.
 */
export async function codesAtHeight(
  codes: readonly StoredCode[],
  height: number,
): Promise<readonly StoredCode[]> {
  const space = await rootSpace();
  const [first] = codes;
  if (first === undefined || space === null) return [];
  const keys = codes.map(({ kind, id }) => padStateKey(statePrefix(ZERO_ADDRESS, space, kind) + id));
  const { values } = await node.stateAt("local", keys, height);
  return codes.flatMap(({ kind, id }, index) => {
    const value = values.get(keys[index] ?? "") ?? null;
    return value === null ? [] : [readStoredCode({ kind, id, value })];
  });
}

/** A code as it was after a main block; null when it was not registered yet. */
export async function codeAtHeight({ code, stateKey }: CodeAtKey, height: number): Promise<CodeAtKey | null> {
  const value = await askCell("local", stateKey, height);
  return value === null ? null : { code: readStoredCode({ kind: code.kind, id: code.id, value }), stateKey };
}
