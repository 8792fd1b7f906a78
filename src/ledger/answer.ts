import { canonicalJson } from "../codec/canonical-json.js";
import { parseJson } from "../codec/parse-json.js";
import type { Value } from "../codec/value.js";
import * as errors from "./errors.js";

/**
 * The `data` of an answer: a value, or canonical JSON text that already exists and is sent in pieces as the store
 * yields them.
 */
export type Answer = AnswerData & {
  /** System requests answer with `status` "success"; registered request code does not (PROTOCOL 13.3). */
  readonly isSystemRequest?: boolean;
  /** Members of the envelope beside `data`. */
  readonly siblings?: Readonly<Record<string, Value>>;
};

type AnswerData =
  | { readonly value: Value }
  | {
      readonly json: AsyncIterable<string> | string;
      /**
       * Set when the answer can never change again (at or below the fixed height), so that it may be cached without limit.
       * The name identifies the bytes: every node that sends it sends the same ones.
       */
      readonly finalName?: string;
    };

/** Canonical JSON of a map whose keys and members are already JSON. The empty map is `[]` (PROTOCOL 1.5, 13.5). */
export function jsonMapText(members: readonly (readonly [string, string])[]): string {
  return members.length === 0 ? "[]" : `{${members.map(([key, json]) => `"${key}":${json}`).join(",")}}`;
}

/** Like `jsonMapText`, but in pieces, as the members arrive. */
export async function* jsonMapPieces(
  members: AsyncIterable<readonly [string, string | AsyncIterable<string>]>,
): AsyncGenerator<string> {
  let separator = "{";
  for await (const [key, json] of members) {
    yield `${separator}"${key}":`;
    if (typeof json === "string") yield json;
    else yield* json;
    separator = ",";
  }
  yield separator === "{" ? "[]" : "}";
}

/**
 * Returns the answer's data as one JSON text. Throws `ANSWER_TOO_LONG` as soon as it exceeds what may be held in
 * memory.
 */
export async function answerToText(answer: Answer, maxLength = Number.POSITIVE_INFINITY): Promise<string> {
  if ("value" in answer) return canonicalJson(answer.value);
  const pieces = typeof answer.json === "string" ? [answer.json] : answer.json;
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length > maxLength) throw errors.answerTooLong();
  }
  return text;
}

/** Returns the answer's data as a value; JSON text is parsed. */
export async function answerToValue(answer: Answer): Promise<Value> {
  return "value" in answer ? answer.value : parseJson(await answerToText(answer));
}
