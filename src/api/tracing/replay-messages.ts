import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import { errorToValue, readErrorMember } from "../../codec/error-member.js";
import { parseJson } from "../../codec/parse-json.js";
import { isMap, objectToValue } from "../../codec/value.js";
import type { NetworkDefinition } from "../../records/network.js";
import type { ReplayJob } from "./replay-job.js";

/** What a node and its replaying thread send each other. */

/** What replaying reads of a store: methods, and streams of one entry. The values are plain, so a thread can be sent them. */
export const READER_METHODS = [
  "readState",
  "stateLength",
  "listState",
  "listCodeWrites",
  "mainBlockSummary",
  "mainBlockSummaries",
  "transaction",
  "knownTransactions",
  "resourceBlock",
  "resourceBlockSummaries",
] as const;
export type ReaderMethod = (typeof READER_METHODS)[number] | "streamMainBlocks" | "streamTransactions";

export interface ReaderQuestion {
  readonly method: ReaderMethod;
  readonly given: readonly unknown[];
}

export interface ReplayStart {
  readonly definition: NetworkDefinition;
  /** The longest answer, in characters. */
  readonly length: number;
}

export interface ReplayTask {
  readonly job: ReplayJob;
  readonly nowUs: number;
}

export type ReplayResult = { readonly json: string } | { readonly error: string };

export function errorToText(error: unknown): string {
  const member = error instanceof ChainError ? errorToValue(error) : undefined;
  return canonicalJson(objectToValue({ msg: messageOf(error), error: member }));
}

export function textToError(text: string): Error {
  const answer = parseJson(text);
  const known = isMap(answer) ? readErrorMember(answer) : null;
  return known ?? new Error(text);
}
