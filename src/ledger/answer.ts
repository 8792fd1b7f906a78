import type { Value } from "../codec/value.js";

/**
 * The `data` of an answer: a value, or canonical JSON text that is there already and goes out in pieces as the store
 * yields them.
 */
export type Answer = AnswerData & {
  /** System requests say `status` "success"; registered request code does not (SPEC, Response envelope). */
  readonly isSystemRequest?: boolean;
};

type AnswerData =
  | { readonly value: Value }
  | {
      readonly json: AsyncIterable<string> | string;
      /** It can never change again (at or below the fixed height), so it may be kept for ever. */
      readonly isFinal?: boolean;
    };

/** Canonical JSON of a map, from keys and members that are JSON already; the empty one is `[]` (PROTOCOL 1). */
export function jsonMapText(members: readonly (readonly [string, string])[]): string {
  return members.length === 0 ? "[]" : `{${members.map(([key, json]) => `"${key}":${json}`).join(",")}}`;
}
