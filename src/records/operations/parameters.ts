import { MAX_TRANSACTION_SIZE } from "../limits.js";
import { ANY, described, either, closedObjectOf, type Schema } from "./json-schema.js";
import { MAX_BODY_SIZE } from "./limits.js";
import { operationParameter } from "./operation.js";

/** Parameters and answers that several operations have. */

export const CHAIN_TYPE = operationParameter({
  name: "chain_type",
  type: "string",
  maxlength: 8,
  default: "main",
  summary: "`main`, `resource` or `all`; anything else counts as `main`.",
});

export const STATE_TYPE = operationParameter({
  name: "type",
  type: "string",
  maxlength: 9,
  requirements: true,
  cases: ["universal", "local"],
  summary: "Which state.",
});

/** One chain's shape, or both under their names for chain_type `all` (PROTOCOL 13.6). */
export function byChain<Main, Resource>(main: Schema<Main>, resource: Schema<Resource>) {
  return either(main, resource, closedObjectOf({ main, resource }));
}

export function requestParameter(summary: string) {
  return operationParameter({
    name: "request",
    type: "json",
    maxlength: MAX_BODY_SIZE,
    requirements: true,
    summary,
  });
}

export const ANSWERED = described(ANY, "The answer of the system request or of the registered code.");

export function transactionParameter(summary: string) {
  return operationParameter({
    name: "transaction",
    type: "json",
    maxlength: MAX_TRANSACTION_SIZE,
    requirements: true,
    summary,
  });
}

/** Begins the answer to an accepted transaction; its hash follows (PROTOCOL 13.7). */
export const ADDED_PREFIX = "Transaction is added: ";

const ADDED_PATTERN: Schema<string> = { type: "string", pattern: `^${ADDED_PREFIX}[0-9a-f]{78}$` };
export const ADDED = described(ADDED_PATTERN, `\`${ADDED_PREFIX}\` and the transaction's hash.`);

export function publicKeyParameter(requirements: boolean) {
  return operationParameter({
    name: "public_key",
    type: "string",
    maxlength: 64,
    requirements,
    summary: "The signer's public key.",
  });
}

export function signatureParameter(requirements: boolean) {
  return operationParameter({
    name: "signature",
    type: "string",
    maxlength: 128,
    requirements,
    summary: requirements ? "The signature over the transaction's hash." : "A signature; it is not checked.",
  });
}

export const BLOCK_TARGET = operationParameter({
  name: "target",
  type: "string",
  maxlength: 78,
  summary: "A blockhash, or a height as integer or decimal text; the latest block when left out.",
});

export const START_HEIGHT = operationParameter({
  name: "target",
  type: "int",
  maxlength: 16,
  summary: "The height to start from; 1 when left out.",
});

/**
 * The default of `full` serves only its check. The answer depends on what was given: GetBlock and GetResourceBlock give
 * the full form unless `full` is false, GetBlocks and GetResourceBlocks summaries unless it is true (PROTOCOL 13.9).
 */
export function isFull(summary: string) {
  return operationParameter({ name: "full", type: "bool", maxlength: 5, default: false, summary });
}

export const PAGE = operationParameter({
  name: "page",
  type: "int",
  maxlength: 16,
  default: 1n,
  minimum: 1,
  summary: "The page of `count` items, from 1.",
});

export function mandatoryCount(maximum: number) {
  return operationParameter({
    name: "count",
    type: "int",
    maxlength: 4,
    requirements: true,
    minimum: 1,
    maximum,
    summary: `The number of items, from 1 to ${maximum}.`,
  });
}

/** The text that a system contract's transaction carries. */
export function code(summary: string) {
  return operationParameter({ name: "code", type: "string", maxlength: 65_536, requirements: true, summary });
}
