import { MAX_TRANSACTION_SIZE } from "../limits.js";
import { ANY, described, either, closedObjectOf, type Schema } from "./json-schema.js";
import { MAX_BLOCK_WAIT_MS, MAX_BODY_SIZE } from "./limits.js";
import { optional, required } from "./operation.js";

/** Parameters and answers that several operations have. */

export const CHAIN_TYPE = optional(
  "chain_type",
  "string",
  8,
  "`main`, `resource` or `all`; anything else counts as `main`.",
  { default: "main" },
);

export const STATE_TYPE = required("type", "string", 9, "Which state.", { cases: ["universal", "local"] });

/** One chain's shape, or both under their names for chain_type `all` (PROTOCOL 13.6). */
export function byChain<Main, Resource>(main: Schema<Main>, resource: Schema<Resource>) {
  return either(main, resource, closedObjectOf({ main, resource }));
}

export function requestParameter(summary: string) {
  return required("request", "json", MAX_BODY_SIZE, summary);
}

export const ANSWERED = described(ANY, "The answer of the system request or of the registered code.");

export function transactionParameter(summary: string) {
  return required("transaction", "json", MAX_TRANSACTION_SIZE, summary);
}

/** Begins the answer to an accepted transaction; its hash follows (PROTOCOL 13.7). */
export const ADDED_PREFIX = "Transaction is added: ";

const ADDED_PATTERN: Schema<string> = { type: "string", pattern: `^${ADDED_PREFIX}[0-9a-f]{78}$` };
export const ADDED = described(ADDED_PATTERN, `\`${ADDED_PREFIX}\` and the transaction's hash.`);

export const WAIT = optional(
  "wait",
  "int",
  5,
  `How long to wait for the transaction's block, at most ${MAX_BLOCK_WAIT_MS} ms: the answer then says in \`fate\` what became of it. The wait counts as one of the caller's streams of events; when those are all in use, the answer comes at once.`,
  { minimum: 0, maximum: MAX_BLOCK_WAIT_MS },
);

export function publicKeyParameter(requirements: boolean) {
  return optional("public_key", "string", 64, "The signer's public key.", { requirements });
}

export function signatureParameter(requirements: boolean) {
  return optional(
    "signature",
    "string",
    128,
    requirements ? "The signature over the transaction's hash." : "A signature; it is not checked.",
    { requirements },
  );
}

export const BLOCK_TARGET = optional(
  "target",
  "string",
  78,
  "A blockhash, or a height as integer or decimal text; the latest block when left out.",
);

export const START_HEIGHT = optional("target", "int", 16, "The height to start from; 1 when left out.");

/**
 * The default of `full` serves only its check. The answer depends on what was given: GetBlock and GetResourceBlock give
 * the full form unless `full` is false, GetBlocks and GetResourceBlocks summaries unless it is true (PROTOCOL 13.9).
 */
export function isFull(summary: string) {
  return optional("full", "bool", 5, summary, { default: false });
}

export const PAGE = optional("page", "int", 16, "The page of `count` items, from 1.", {
  default: 1n,
  minimum: 1,
});

export function mandatoryCount(maximum: number) {
  return required("count", "int", 4, `The number of items, from 1 to ${maximum}.`, { minimum: 1, maximum });
}

/** The text that a system contract's transaction carries. */
export function code(summary: string) {
  return required("code", "string", 65_536, summary);
}
