import type { CodeKind } from "../../records/code.js";

/** What is called on the chain, by the names that can be mistyped. */
export interface Call {
  /** Undefined: either, the contract first. */
  readonly kind: CodeKind | undefined;
  readonly type: string;
  /** Of the space, where one is named. */
  readonly cid: string | undefined;
  readonly parameters: readonly string[];
}

/** What the node computes or the command adds (PROTOCOL 14); no code defines it. */
const IMPLICIT: ReadonlySet<string> = new Set([
  "type",
  "timestamp",
  "cid",
  "from",
  "hash",
  "size",
  "version",
]);

/** The parameters of a call that none of these defines. */
export function unknownParameters({ parameters }: Call, known: readonly string[]): readonly string[] {
  return parameters.filter((name) => !known.includes(name) && !IMPLICIT.has(name));
}
