import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import { errorToValue, readErrorMember } from "../../codec/error-member.js";
import { parseJson } from "../../codec/parse-json.js";
import { isMap, objectToValue } from "../../codec/value.js";
import type { NetworkDefinition } from "../../records/network.js";
import type { ReplayJob } from "./replay-job.js";

/** What a node and its replaying thread send each other. */

/** The methods of a store that replaying uses. They answer plain values, which another thread can be sent. */
export const READER_METHODS = [
  "readState",
  "stateAt",
  "stateLength",
  "listState",
  "listCodeWrites",
  "lastMainBlock",
  "mainBlock",
  "mainBlockSummary",
  "mainBlockSummaries",
  "transaction",
  "knownTransactions",
  "listTransactions",
  "lastResourceBlock",
  "resourceBlock",
  "resourceBlockSummaries",
] as const;
export type ReaderMethod = (typeof READER_METHODS)[number];

/** A question of the thread about the stored chain. */
export interface ReaderQuestion {
  readonly ask: number;
  readonly method: ReaderMethod;
  readonly given: readonly unknown[];
}

export interface ReplayStart {
  readonly definition: NetworkDefinition;
  /** The longest answer, in characters. */
  readonly length: number;
}

export type ToReplayThread =
  | { readonly job: ReplayJob; readonly nowUs: number }
  | { readonly answered: number; readonly value: unknown }
  | { readonly answered: number; readonly error: string };

export type FromReplayThread = ReaderQuestion | { readonly json: string } | { readonly error: string };

/** An error as text that another thread reads. */
export function errorToText(error: unknown): string {
  const member = error instanceof ChainError ? errorToValue(error) : undefined;
  return canonicalJson(objectToValue({ msg: messageOf(error), error: member }));
}

/** Reads the text of `errorToText`. */
export function textToError(text: string): Error {
  const answer = parseJson(text);
  const known = isMap(answer) ? readErrorMember(answer) : null;
  return known ?? new Error(text);
}
