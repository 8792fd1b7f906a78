import { defineError } from "../codec/define-error.js";

/** The errors of the HTTP server: of requests, and of opening it. */

export const pathUnknown = defineError("PATH_UNKNOWN", {
  kind: "not-found",
  text: "Api not found. Please check request uri. ",
  advice: "The operations and their paths are listed in docs/rpc.md.",
});

export const methodNotAllowed = defineError("METHOD_NOT_ALLOWED", {
  kind: "usage",
  text: "The method {method} is not allowed here.",
  advice: "Use a method that the Allow header names.",
});

export const rateLimit = defineError("RATE_LIMIT", {
  kind: "busy",
  text: "Too many requests.",
  advice: "Send the request again after the pause in Retry-After.",
  details: ["seconds"],
});

export const eventStreams = defineError("EVENT_STREAMS", {
  kind: "busy",
  text: "Too many streams of events.",
  advice: "Close one, or connect again later.",
  details: ["seconds"],
});

export const nodeNotReady = defineError("NODE_NOT_READY", {
  kind: "unavailable",
  text: "The node is not ready.",
  advice: "The node is starting or stopping. Try again later.",
});

export const requestTimeout = defineError("REQUEST_TIMEOUT", {
  kind: "usage",
  text: "The request took too long to arrive.",
  advice: "Send the request faster, or start the node with a longer limit.",
});

export const headersTooLarge = defineError("HEADERS_TOO_LARGE", {
  kind: "usage",
  text: "The headers or the query string are too long.",
  advice: "Send the parameters in the body.",
});

export const requestTarget = defineError("REQUEST_TARGET", {
  kind: "usage",
  text: "The path or the query string contains characters that must be percent-encoded.",
  advice: "Percent-encode them, or send the parameters in the body.",
});

export const notHttp = defineError("NOT_HTTP", {
  kind: "usage",
  text: "Not an HTTP request.",
  advice: "Send HTTP/1.1. A server with a certificate is at https://.",
});

export const bodyEncoding = defineError("BODY_ENCODING", {
  kind: "usage",
  text: "The body cannot be decompressed: it is not {encoding}.",
  advice: "Compress the body as its Content-Encoding says, or send it without compression.",
});

export const bodyUnreadable = defineError("BODY_UNREADABLE", {
  kind: "usage",
  text: "The body cannot be read: {reason}.",
  advice: "Correct the headers of the request.",
});

export const multipart = defineError("MULTIPART", {
  kind: "usage",
  text: "Invalid multipart form: {reason}.",
  advice: "Send each parameter as a field with a name. Files are not supported.",
});

export const formFields = defineError("FORM_FIELDS", {
  kind: "usage",
  text: "The form has more than {limit} fields.",
  advice: "Send only the parameters of the operation.",
});

export const portTaken = defineError("PORT_TAKEN", {
  kind: "local",
  text: "Cannot listen on {place}: another program uses this port.",
  advice: "Stop the other program, or choose another port.",
  details: ["host", "port"],
});

export const portForbidden = defineError("PORT_FORBIDDEN", {
  kind: "local",
  text: "Cannot listen on {place}: permission denied.",
  advice: "Choose a port from 1024, or let the system redirect a lower one.",
  details: ["host", "port"],
});

export const hostUnavailable = defineError("HOST_UNAVAILABLE", {
  kind: "local",
  text: "Cannot listen on {place}: this machine does not have the address.",
  advice:
    "Choose an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.",
  details: ["host", "port"],
});

export const listenFailed = defineError("LISTEN", {
  kind: "local",
  text: "Cannot listen on {place}: {reason}.",
  advice: "Choose another address or port.",
  details: ["host", "port"],
});

export const fileLimit = defineError("FILE_LIMIT", {
  kind: "local",
  text: "The system allows this process only {limit} open files, and a node needs {least}.",
  advice: "Raise the limit: ulimit -n 4096, or LimitNOFILE=4096 in the unit of systemd.",
});

export const tlsFiles = defineError("TLS_FILES", {
  kind: "local",
  text: "The certificate and its key cannot be used: {reason}",
  advice: "Give two PEM files: a certificate, and the private key that belongs to it.",
  details: ["certFile", "keyFile"],
});

export const explorerHost = defineError("EXPLORER_HOST", {
  kind: "usage",
  text: "The explorer does not answer under the name {host}.",
  advice: "Open it by an IP address, as localhost, or by the name that --host or --public-host gives.",
});

export const explorerOrigin = defineError("EXPLORER_ORIGIN", {
  kind: "usage",
  text: "The explorer answers only its own page, and this request came from {origin}.",
  advice: "Ask the node's RPC interface, which answers every origin.",
});

export const explorerFiles = defineError("EXPLORER_FILES", {
  kind: "local",
  text: "The page of the explorer cannot be read: {reason}.",
  advice: "Build it with npm run build, or install the package again.",
});

export const explorerToken = defineError("EXPLORER_TOKEN", {
  kind: "usage",
  text: "The token of the explorer is missing or wrong.",
  advice: "Open the address that chainnode start printed last.",
});

export const nodeBehind = defineError("NODE_BEHIND", {
  kind: "unavailable",
  text: "The node behind this reader does not answer now.",
  advice: "Ask again later. The reader itself answers whatever only reads the chain.",
});
