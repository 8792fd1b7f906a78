import { defineError } from "../codec/define-error.js";

/** The advice for a record of a round. */
const OF_THE_ROUND = "Nothing needs to be done: the node asks again.";

export const submissionsFull = defineError("SUBMISSIONS_FULL", "busy", {
  text: "Too many transactions at once.",
  advice: "Send the transaction again in a second.",
});

export const intervalFull = defineError("INTERVAL_FULL", "busy", {
  text: "Too many transactions. ",
  advice: "The block of this time is full. Sign the transaction again with a time in the next interval.",
  details: ["interval_end"],
});

export const poolFull = defineError("POOL_FULL", "busy", {
  text: "Too many transactions. ",
  advice: "Send the transaction again after the next block.",
});

export const transactionDuplicate = defineError("TRANSACTION_DUPLICATE", "refused", {
  text: "The same transaction is already added",
  advice: "Nothing needs to be done: the node has the transaction.",
});

export const transactionWeight = defineError("TRANSACTION_WEIGHT", "refused", {
  text: "The transaction contains too many values for its size.",
  advice: "Pass long lists as one text.",
});

export const chunkIncomplete = defineError("CHUNK_INCOMPLETE", "refused", {
  text: "The chunk lists a transaction that this node does not have yet.",
  advice: OF_THE_ROUND,
});

export const hypothesisDate = defineError("HYPOTHESIS_DATE", "refused", {
  text: "The hypothesis has another date than the block that it names.",
  advice:
    "Nothing needs to be done: a peer has changed the record, and the validator shows it unchanged elsewhere.",
});

export const hypothesisIncomplete = defineError("HYPOTHESIS_INCOMPLETE", "refused", {
  text: "The hypothesis lists a chunk that this node does not have yet.",
  advice: OF_THE_ROUND,
});

export const roundClosed = defineError("ROUND_CLOSED", "refused", {
  text: "The record does not belong to the open round.",
  advice: OF_THE_ROUND,
});

export const notAValidator = defineError("NOT_A_VALIDATOR", "refused", {
  text: "The signer is not a validator at the time of the record.",
  advice: OF_THE_ROUND,
});

export const miningJobClosed = defineError("MINING_JOB_CLOSED", "refused", {
  text: "The mining job does not exist or has ended.",
  advice: "Ask for the current job.",
});

export const miningThreads = defineError("MINING_THREADS", "usage", {
  text: "Invalid number of mining threads: {threads}.",
  advice: "Give a number from 1 to {limit}.",
  details: ["threads"],
});

export const miningDuty = defineError("MINING_DUTY", "usage", {
  text: "Invalid mining duty: {duty}.",
  advice: "Give a part above 0 and at most 1.",
  details: ["duty"],
});

export const miningPrefix = defineError("MINING_PREFIX", "usage", {
  text: "Invalid prefix of a mining job.",
  advice: "Give 142 lower-case hex characters, or 64 for the first resource block.",
  details: ["characters"],
});

export const miningSalt = defineError("MINING_SALT", "usage", {
  text: "Invalid salt of a miner.",
  advice: "Give {digits} lower-case hex characters.",
  details: ["characters"],
});

export const miningRange = defineError("MINING_RANGE", "usage", {
  text: "Invalid range of counters.",
  advice: "Give whole counters below 2^48.",
  details: ["from", "count"],
});

export const miningLimit = defineError("MINING_LIMIT", "usage", {
  text: "Invalid limit of a mining job.",
  advice: "Give 64 lower-case hex characters.",
  details: ["limit"],
});

export const miningThread = defineError("MINING_THREAD", "local", {
  text: "A mining thread failed: {reason}.",
  advice: "Stop and start mining: chainnode mining stop; chainnode mining start",
});
