import type { CodeKind } from "../records/code-layout.js";
import type { SignedTransaction } from "../records/transaction.js";

/** A call of registered code, with the names that a user may mistype. */
export interface CodeCall {
  /** Undefined: a contract, else a request. */
  readonly kind: CodeKind | undefined;
  readonly type: string;
  /** The id of the space, when the call names one. */
  readonly cid: string | undefined;
  readonly parameters: readonly string[];
}

/**
 * Members that no code defines: the command adds them (PROTOCOL 5.1) or the node computes them (PROTOCOL 7.17, 14.1).
 */
const IMPLICIT: ReadonlySet<string> = new Set([
  "type",
  "timestamp",
  "cid",
  "from",
  "hash",
  "size",
  "version",
]);

/** Returns the parameters of a call that are not among the known ones. */
export function unknownParameters({ parameters }: CodeCall, known: readonly string[]): readonly string[] {
  return parameters.filter((name) => !known.includes(name) && !IMPLICIT.has(name));
}

/** The call that a transaction is. */
export function callOf({ type, cid, transaction }: SignedTransaction): CodeCall {
  return { kind: "contract", type, cid: cid ?? undefined, parameters: [...transaction.keys()] };
}
