import { readStoredCode, type CodeAtKey } from "../../client/code-at.js";
import { askCell } from "./cell.js";

/** A code as it was after a main block; null when it was not registered yet. */
export async function codeAtHeight({ code, stateKey }: CodeAtKey, height: number): Promise<CodeAtKey | null> {
  const value = await askCell("local", stateKey, height);
  return value === null ? null : { code: readStoredCode({ kind: code.kind, id: code.id, value }), stateKey };
}
