import { defineError } from "../codec/define-error.js";

/** The errors of a client: of the way to a node, and of answers that carry no code of their own. */

export const unreachable = defineError("UNREACHABLE", "unreachable", {
  text: "No node answers at {url}: {reason}.",
  advice: "Start a node with: chainnode start --dev\nOr name another one with --rpc <url>.",
  details: ["url"],
});

export const notHttps = defineError("NOT_HTTPS", "unreachable", {
  text: "The node at {url} does not speak HTTPS.",
  advice: "Use its HTTP address: --rpc http://<name>:<port>",
  details: ["url"],
});

export const certificate = defineError("CERTIFICATE", "unreachable", {
  text: "The certificate of {url} is not trusted: {reason}.",
  advice:
    "Use the name in the certificate: --rpc https://<name>:<port>\nTo trust a certificate of your own, set NODE_EXTRA_CA_CERTS=<file.pem> in the environment.",
  details: ["url"],
});

export const certificateExpired = defineError("CERTIFICATE_EXPIRED", "unreachable", {
  text: "The certificate of {url} has expired.",
  advice: "Tell the operator of the node to renew it, or name another node with --rpc <url>.",
  details: ["url"],
});

export const timeout = defineError("TIMEOUT", "unreachable", {
  text: "The node at {url} did not answer within {timeoutMs} ms.",
  advice: "Try again, or name another node with --rpc <url>.",
  details: ["url", "timeoutMs"],
});

export const notANode = defineError("NOT_A_NODE", "unreachable", {
  text: "The server at {url} is not a node (HTTP {status}).",
  advice: "Check the address and the port, or name another node with --rpc <url>.",
  details: ["url"],
});

export const proxyWithoutNode = defineError("PROXY_WITHOUT_NODE", "unreachable", {
  text: "A proxy answers at {url}, and not the node behind it (HTTP {status}).",
  advice:
    "Check that the node runs and that the proxy has its address, or name another node with --rpc <url>.",
  details: ["url"],
});

export const answerMalformed = defineError("ANSWER_MALFORMED", "unreachable", {
  text: "Invalid answer of the node: {member} is not {expected}.",
  advice: "Check that the address is that of a node, or name another one with --rpc <url>.",
  details: ["member"],
});

export const answerTooLarge = defineError("ANSWER_TOO_LARGE", "unreachable", {
  text: "The answer of the node is larger than {limit}.",
  advice:
    "No honest node answers so: check the address of the node, or name another one with --rpc <url>. A node sets such a peer aside by itself.",
  details: ["limit"],
});

export const eventsUnsupported = defineError("EVENTS_UNSUPPORTED", "not-found", {
  text: "The node at {url} has no events.",
  advice: "Ask it repeatedly, or name a node of this version with --rpc <url>.",
  details: ["url"],
});

export const nodeRefused = defineError("NODE_REFUSED", "refused", {
  text: "{message}",
  advice: "Correct what the message names.",
  details: ["url"],
  about: "A node refused the request without a code of its own, as a 2.1 node does. The text is the node's.",
});

export const nodeRequestRefused = defineError("NODE_REQUEST_REFUSED", "usage", {
  text: "{message}",
  advice: "Check the address of the node and the size of the request.",
  details: ["url"],
  about: "A node without codes of its own refused the HTTP method or the size of a request (405, 413).",
});

export const nodeNotFound = defineError("NODE_NOT_FOUND", "not-found", {
  text: "{message}",
  advice:
    "A 2.1 node has only some operations: name a chainnode node with --rpc <url>, or ask for what the chain answers with `chainnode request`. Otherwise check the address.",
  details: ["url"],
  about: "A node without codes of its own does not know the operation (404).",
});

export const nodePruned = defineError("NODE_PRUNED", "gone", {
  text: "{message}",
  advice: "Ask a node that keeps all blocks.",
  details: ["url"],
  about: "A node answered that it no longer keeps what it was asked for (410).",
});

export const nodeBusy = defineError("NODE_BUSY", "busy", {
  text: "{message}",
  advice: "The node is overloaded. Try again later.",
  details: ["url"],
  about: "A node without codes of its own answered that it is overloaded (429).",
});

export const nodeUnavailable = defineError("NODE_UNAVAILABLE", "unavailable", {
  text: "{message}",
  advice: "The node is starting or stopping. Try again later.",
  details: ["url"],
  about: "A node without codes of its own answered that it is not ready (503).",
});

export const nodeFailed = defineError("NODE_FAILED", "unavailable", {
  text: "{message}",
  advice: "The node failed internally. Try again, and read its log if the failure persists.",
  details: ["url"],
  about: "A node without codes of its own failed internally (500 to 599).",
});

export const nodeUrl = defineError("NODE_URL", "usage", {
  text: "Invalid node address: {address}",
  advice: "Write it like this: --rpc http://127.0.0.1:9900",
});

export const operationUnknown = defineError("OPERATION_UNKNOWN", "usage", {
  text: "There is no operation {name}.",
  advice: "The operations are listed in docs/rpc.md.",
});

export const blockTarget = defineError("BLOCK_TARGET", "usage", {
  text: "Invalid block.",
  advice: "Give a height, a blockhash of 78 lower-case hex characters, or latest.",
  details: ["block?", "type?"],
});

export const transactionExpired = defineError("TRANSACTION_EXPIRED", "refused", {
  text: "No block can hold the transaction any more: the chain is past its time.",
  advice:
    "It failed when its block was made, or came too late; a validator with --log-level info,consensus=debug logs which.\nShow what it would do now with chainnode code call, and send it again with a new signature, by the command that sent it. Until the block that passed over it is below the fixed height, the chain may take both.",
  details: ["hash", "height"],
});

export const codeUnknown = defineError("CODE_UNKNOWN", "not-found", {
  text: "There is no code {code} on the chain.",
  advice: "List the codes: chainnode code list",
  details: ["code"],
});

export const codeAmbiguous = defineError("CODE_AMBIGUOUS", "usage", {
  text: "There is more than one code named {name}.",
  advice: "Use its id, or name its space with --cid.",
});
