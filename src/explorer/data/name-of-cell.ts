import type { ReadableCode } from "../../client/code-at.js";
import { PREFIX_LENGTH, stateKeyPrefix, statePrefix, type StateKind } from "../../codec/state-key.js";
import { findState } from "../../contract/source/declared-state.js";
import { allCodes } from "./codes.js";

/** A cell as a code names it. */
export interface CodeOfCell {
  readonly attribute: string;
  readonly key: string;
  readonly code: ReadableCode;
}

/** The first code whose text names a cell's attribute; null when no code names it, as for a computed attribute. */
export async function nameOfCell(kind: StateKind, stateKey: string): Promise<CodeOfCell | null> {
  const prefix = stateKeyPrefix(stateKey);
  for (const code of await allCodes()) {
    const { method } = code;
    if (method === null) continue;
    for (const { attribute, kind: named } of findState(method.executions, new Set()).values())
      if (named === kind && statePrefix(method.writer, method.space, attribute) === prefix)
        return { attribute, key: stateKey.slice(PREFIX_LENGTH), code: { ...code, method } };
  }
  return null;
}
