import { canonicalJson } from "../codec/canonical-json.js";
import { attempted, ChainError } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import { padStateKey, PREFIX_LENGTH, stateKeyPrefix } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { codeBroken } from "./errors.js";
import { codeIdOf, parseCode, type Method } from "./code.js";
import type { CodeKind } from "./code-layout.js";
import type { Network } from "./network.js";

/** A cell of registered code as a chain lists it. */
export interface CodeCell {
  /** The kind, from the cell's attribute. */
  readonly kind: CodeKind;
  /** The key part of the cell, with or without padding zeros. */
  readonly id: string;
  readonly value: Value;
}

export interface StoredCode {
  readonly kind: CodeKind;
  /** The code id; the cell's when no code can be read. */
  readonly id: string;
  /** The text as it was submitted (PROTOCOL 6.4). */
  readonly text: string;
  /** Null when no code can be read: the chain finds no code there. */
  readonly method: Method | null;
  /** Why every call of the code fails; null when it can be called. */
  readonly broken: string | null;
}

/** A code that has a name to call it by. */
export interface ReadableCode extends StoredCode {
  readonly method: Method;
}

/**
 * Reads a cell of registered code. Never throws: a chain may hold any text, because Publish checks five members of a
 * record and other members decide how the record is read (PROTOCOL 6.17). A record counts as a code only in its own
 * cell. Otherwise a published record with the members of both formats could replace another writer's code (PROTOCOL
 * 14.7).
 */
export function readStoredCode({ kind, id, value }: CodeCell): StoredCode {
  if (typeof value !== "string")
    return unreadable({ kind, id, text: canonicalJson(value) }, "it is not text");
  const text = value;
  let method: Method;
  try {
    method = parseCode(text);
  } catch (error) {
    if (error instanceof ChainError && error.code === codeBroken.code)
      return unreadable({ kind, id, text }, String(error.details["reason"]));
    throw error;
  }
  const ownId = codeIdOf(method);
  if (method.kind !== kind || padStateKey(ownId) !== padStateKey(id)) {
    return unreadable({ kind, id, text }, "it names itself as another code than it is stored as");
  }
  const broken = method.parameters === null ? "the definition of a parameter is not valid" : null;
  return { kind, id: ownId, text, method, broken };
}

/** Reads a cell of registered code by its state key (PROTOCOL 6.4). */
export function readCodeCell(
  { prefixes }: Pick<Network, "prefixes">,
  { key, value }: { readonly key: string; readonly value: Value },
): StoredCode {
  const kind = stateKeyPrefix(key) === prefixes.contract ? "contract" : "request";
  return readStoredCode({ kind, id: key.slice(PREFIX_LENGTH), value });
}

export function isReadable<Code extends StoredCode>(code: Code): code is Code & ReadableCode {
  return code.method !== null;
}

/** Returns the record in a code's text; the text itself when it is not JSON. */
export function codeRecord({ text }: Pick<StoredCode, "text">): Value {
  return attempted(() => parseJson(text), text);
}

function unreadable(cell: Pick<StoredCode, "kind" | "id" | "text">, broken: string): StoredCode {
  return { ...cell, method: null, broken };
}
