import { defineError } from "../codec/define-error.js";

/** The advice for a record that only other nodes make. */
const MADE_ELSEWHERE =
  "Nothing needs to be done if a peer sent the record. A program that makes such records must follow docs/protocol.";

/** An error of a record that only other nodes make. */
function madeElsewhere<const Text extends string>(code: string, text: Text) {
  return defineError(code, "refused", { text, advice: MADE_ELSEWHERE });
}

export const recordMalformed = defineError("RECORD_MALFORMED", "refused", {
  text: "Invalid {record}: {rule}.",
  advice: MADE_ELSEWHERE,
  details: ["record", "field?"],
});

export const transactionMalformed = defineError("TRANSACTION_MALFORMED", "refused", {
  text: "{message}",
  advice: "Correct the transaction and sign it again.",
  about: "A signed transaction lacks a member, has one of the wrong type, or is too large (PROTOCOL 5.11).",
});

export const transactionSignature = defineError("TRANSACTION_SIGNATURE", "refused", {
  text: "Invalid signature: {signature} (transaction hash: {hash})",
  advice: "Sign the transaction again with the private key of its public key.",
  details: ["hash"],
});

export const transactionOvertaken = defineError("TRANSACTION_OVERTAKEN", "refused", {
  text: "Timestamp must be greater than {after} and less than {until} {remark}",
  advice:
    "Look first whether a block holds it already: chainnode tx get {hash}\nIf none does, sign the transaction again with the current time. If that fails too, set the clock of the machine that signs.",
  details: ["hash", "timestamp"],
  about:
    "The last block is as new as the transaction, which can no longer be in a block (PROTOCOL 5.5, 5.11).",
});

export const transactionTimestamp = defineError("TRANSACTION_TIMESTAMP", "refused", {
  text: "Timestamp must be greater than {after} and less than {until} {remark}",
  advice: "Set the clock of the machine that signs, and sign the transaction again.",
  details: ["timestamp"],
  about: "The transaction is dated later than the node accepts (PROTOCOL 5.6, 5.11).",
});

export const transactionFrom = defineError("TRANSACTION_FROM", "refused", {
  text: "Invalid from address: {from} ",
  advice: "Leave `from` out, or set it to the address of the signer.",
});

export const transactionNetwork = defineError("TRANSACTION_NETWORK", "refused", {
  text: "Invalid network address: {network} ",
  advice: "Sign the transaction for the network of this node.",
  about:
    "In a network of rules 2 a transaction names the network's address, so that no other network accepts it (PROTOCOL 16.5).",
});

export const transactionDropped = defineError("TRANSACTION_DROPPED", "refused", {
  text: "The node accepted the transaction and dropped it later.",
  advice:
    "Send it again with a new signature, by the command that sent it. Until the block that passed over it is below the fixed height, the chain may take both.",
  details: ["hash", "height?", "reason?"],
  about: "An accepted transaction failed when its block was made, or came too late for it.",
});

export const transactionPending = defineError("TRANSACTION_PENDING", "not-found", {
  text: "The transaction is in the node's pool, but not in a block yet.",
  advice: "Wait for its block: chainnode tx wait <hash>",
  details: ["hash"],
});

export const transactionUnknown = defineError("TRANSACTION_UNKNOWN", "not-found", {
  text: "No block contains this transaction.",
  advice: "If it is new, wait for its block: chainnode tx wait <hash>",
  details: ["hash"],
});

export const contractMissing = defineError("CONTRACT_MISSING", "not-found", {
  text: "There is no contract code: {cid} {type}",
  advice: "List the contracts: chainnode code list",
});

export const requestMissing = defineError("REQUEST_MISSING", "not-found", {
  text: "There is no request code: {type} ",
  advice: "List the requests: chainnode code list",
});

export const requestMalformed = defineError("REQUEST_MALFORMED", "refused", {
  text: "{message}",
  advice: "Correct the request.",
  about: "A request lacks a member, or has one of the wrong type (PROTOCOL 5.11).",
});

export const parameterInvalid = defineError("PARAMETER_INVALID", "refused", {
  text: "{message}",
  advice:
    "Correct the parameter. On the command line, name=value is text, and name:=value a number, true or false. Show the parameters of a code: chainnode code get <name>",
  about:
    "A parameter breaks a rule of its code: type, length or range. The text is the protocol's (PROTOCOL 5.10).",
});

export const chunkHash = madeElsewhere("CHUNK_HASH", "The chunk hash does not match the transactions.");

export const chunkSignature = madeElsewhere("CHUNK_SIGNATURE", "Invalid signature of the chunk.");

export const hypothesisSignature = madeElsewhere(
  "HYPOTHESIS_SIGNATURE",
  "Invalid signature of the hypothesis.",
);

export const receiptQuery = madeElsewhere(
  "RECEIPT_QUERY",
  "The receipt does not match its query: {difference}.",
);

export const receiptHash = madeElsewhere("RECEIPT_HASH", "The receipt hash does not match the content.");

export const receiptSignature = madeElsewhere("RECEIPT_SIGNATURE", "Invalid signature of the receipt.");

export const receiptSigner = madeElsewhere(
  "RECEIPT_SIGNER",
  "A receipt is not listed under the address of its query's signer.",
);

export const querySignature = madeElsewhere(
  "QUERY_SIGNATURE",
  "Invalid signature of the query in the receipt.",
);

export const roundTime = madeElsewhere("ROUND_TIME", "Invalid round time {time}: it must be {rule}.");

export const premature = defineError("PREMATURE", "unavailable", {
  text: "The clocks differ: the {record} is dated {offset} this node's clock.",
  advice: "Compare the clock of this machine with a time server.",
});

export const sealInvalid = madeElsewhere("SEAL_INVALID", "Invalid seal: {reason}.");

export const blockOrder = madeElsewhere(
  "BLOCK_ORDER",
  "Main block {height} does not follow block {tip} of this chain.",
);

export const blockLimit = madeElsewhere("BLOCK_LIMIT", "The main block {reason}.");

export const resourceBlockHash = madeElsewhere(
  "RESOURCE_BLOCK_HASH",
  "The hash of the resource block does not match its content.",
);

export const proofOfWork = madeElsewhere(
  "PROOF_OF_WORK",
  "The proof of work of the resource block does not reach the difficulty.",
);

export const resourceBlockOrder = madeElsewhere(
  "RESOURCE_BLOCK_ORDER",
  "Resource block {height} does not follow its parent: {reason}.",
);

export const networkDefinition = defineError("NETWORK_DEFINITION", "local", {
  text: "Invalid network definition: {key} {reason}.",
  advice: "Correct the definition. Its keys are explained by: chainnode help network",
  details: ["key"],
});

export const unitsFraction = defineError("UNITS_FRACTION", "usage", {
  text: "{parameter} is an amount in units, which are whole: {amount} is a fraction.",
  advice: "{coins}For units, write a whole number such as {units}.",
  details: ["parameter", "amount"],
});

export const codeBroken = defineError("CODE_BROKEN", "refused", {
  text: "The code cannot be read: {reason}.",
  advice: "Register a corrected version of the code.",
  details: ["reason"],
});
