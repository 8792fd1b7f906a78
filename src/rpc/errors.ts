import { defineError } from "../codec/define-error.js";

export const pathUnknown = defineError("PATH_UNKNOWN", "not-found", {
  text: "Api not found. Please check request uri. ",
  advice: "The operations and their paths are listed in docs/rpc.md.",
});

export const methodNotAllowed = defineError("METHOD_NOT_ALLOWED", "usage", {
  text: "The method {method} is not allowed here.",
  advice: "Use a method that the Allow header names.",
});

export const rateLimit = defineError("RATE_LIMIT", "busy", {
  text: "Too many requests.",
  advice: "Send the request again after the pause in Retry-After.",
  details: ["seconds"],
});

export const eventStreams = defineError("EVENT_STREAMS", "busy", {
  text: "The node sends {limit} streams of events, as many as it may.",
  advice: "Connect again later.",
  details: ["seconds"],
});

export const callerEventStreams = defineError("EVENT_STREAMS_OF_CALLER", "busy", {
  text: "The caller at {caller} has {limit} streams of events, as many as one may have.",
  advice: "Close one, or connect again later.",
  details: ["seconds"],
});

export const connections = defineError("CONNECTIONS", "unavailable", {
  text: "The node has {limit} connections, as many as it keeps.",
  advice: "Try again later. The operator can raise --connections.",
  details: ["seconds"],
});

export const callerConnections = defineError("CONNECTIONS_OF_CALLER", "unavailable", {
  text: "The caller at {caller} has {limit} connections or requests in progress, as many as one may have.",
  advice:
    "Use fewer connections. An operator whose proxy makes these requests for many users names it with --trusted-proxy.",
  details: ["seconds"],
});

export const largeBodies = defineError("LARGE_BODIES", "busy", {
  text: "Too many large requests are in progress.",
  advice: "Send the request again after the pause in Retry-After.",
  details: ["seconds"],
});

export const longAnswers = defineError("LONG_ANSWERS", "unavailable", {
  text: "Too many long answers wait for their readers.",
  advice: "Read the answers that are under way, or send the request again after the pause in Retry-After.",
  details: ["seconds"],
});

export const nodeNotReady = defineError("NODE_NOT_READY", "unavailable", {
  text: "The node is not ready.",
  advice: "The node is starting or stopping. Try again later.",
});

export const requestTimeout = defineError("REQUEST_TIMEOUT", "usage", {
  text: "The request took too long to arrive.",
  advice: "Send the request faster, or start the node with a longer limit.",
});

export const headersTooLarge = defineError("HEADERS_TOO_LARGE", "usage", {
  text: "The headers or the query string are too long.",
  advice: "Send the parameters in the body.",
});

export const requestTarget = defineError("REQUEST_TARGET", "usage", {
  text: "The path does not begin with a slash, or the path or the query string has characters that must be percent-encoded.",
  advice: "Percent-encode them, or send the parameters in the body.",
});

export const notHttp = defineError("NOT_HTTP", "usage", {
  text: "Not an HTTP request, or one with an unknown method.",
  advice: "Send HTTP/1.1. A server with a certificate is at https://.",
});

export const httpsPort = defineError("HTTPS_PORT", "usage", {
  text: "This port serves HTTPS, and the request came without TLS.",
  advice: "Write https:// before the address. --http-port of the node opens a second port without TLS.",
});

export const httpMalformed = defineError("HTTP_MALFORMED", "usage", {
  text: "The request is not valid HTTP/1.1: {reason}.",
  advice: "Correct the request line, the headers or the way in which the length of the body is given.",
});

export const httpVersion = defineError("HTTP_VERSION", "usage", {
  text: "This server does not speak HTTP/{version}.",
  advice: "Send HTTP/1.1: a client that begins with HTTP/2 needs a proxy in front of this server.",
});

export const hostField = defineError("HOST_FIELD", "usage", {
  text: "The request has {count} Host fields.",
  advice: "Send exactly one.",
});

export const hostValue = defineError("HOST_VALUE", "usage", {
  text: "The Host field is not a host with an optional port.",
  advice: "Send the host and the port of the URL.",
});

export const transferCoding = defineError("TRANSFER_CODING", "usage", {
  text: "The body has another transfer coding than chunked, or chunked more than once.",
  advice:
    "Send the body with a Content-Length, or chunked in HTTP/1.1. It may be compressed as Content-Encoding says.",
});

export const expectation = defineError("EXPECTATION", "usage", {
  text: "The only expectation that this server meets is 100-continue.",
  advice: "Leave the Expect field out.",
});

export const bodyEncoding = defineError("BODY_ENCODING", "usage", {
  text: "The body cannot be decompressed: it is not {encoding}.",
  advice: "Compress the body as its Content-Encoding says, or send it without compression.",
});

export const bodyUnreadable = defineError("BODY_UNREADABLE", "usage", {
  text: "The body cannot be read: {reason}.",
  advice: "Correct the headers of the request.",
});

export const multipart = defineError("MULTIPART", "usage", {
  text: "Invalid multipart form: {reason}.",
  advice: "Send each parameter as a field with a name. Files are not supported.",
});

export const formFields = defineError("FORM_FIELDS", "usage", {
  text: "The form has more than {limit} fields.",
  advice: "Send only the parameters of the operation.",
});

export const portTaken = defineError("PORT_TAKEN", "local", {
  text: "Cannot listen on {place}: another program uses this port.",
  advice: "Stop the other program, or choose another port.",
  details: ["host", "port"],
});

export const portForbidden = defineError("PORT_FORBIDDEN", "local", {
  text: "Cannot listen on {place}: permission denied.",
  advice: "Choose a port from 1024, or let the system redirect a lower one.",
  details: ["host", "port"],
});

export const hostUnavailable = defineError("HOST_UNAVAILABLE", "local", {
  text: "Cannot listen on {place}: this machine does not have the address.",
  advice:
    "Choose an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.",
  details: ["host", "port"],
});

export const socketTaken = defineError("SOCKET_TAKEN", "local", {
  text: "Cannot listen on {place}: another program listens there, or the file is not a socket.",
  advice: "Stop the other program, or choose another path.",
  details: ["host"],
});

export const socketSettings = defineError("SOCKET_SETTINGS", "usage", {
  text: "A unix socket has neither a certificate nor a port for plain HTTP.",
  advice: "Leave out --tls-cert, --tls-key and --http-port: the proxy before the socket has the certificate.",
});

export const listenFailed = defineError("LISTEN", "local", {
  text: "Cannot listen on {place}: {reason}.",
  advice: "Choose another address or port.",
  details: ["host", "port"],
});

export const fileLimit = defineError("FILE_LIMIT", "local", {
  text: "The system allows this process only {limit} open files, and a node needs {least}.",
  advice: "Raise the limit: ulimit -n 4096, or LimitNOFILE=4096 in the unit of systemd.",
});

export const tlsFiles = defineError("TLS_FILES", "local", {
  text: "The certificate and its key cannot be used: {reason}",
  advice: "Give two PEM files: a certificate, and the private key that belongs to it.",
  details: ["certFile", "keyFile"],
});

export const trustedProxy = defineError("TRUSTED_PROXY", "usage", {
  text: "{entry} is neither an IP address nor a network such as 10.0.0.0/8.",
  advice: "Name proxies by their addresses.",
});

export const explorerHost = defineError("EXPLORER_HOST", "usage", {
  text: "The explorer does not answer under the name {host}.",
  advice: "Open it by an IP address, as localhost, or by the name that --host or --public-host gives.",
});

export const opsHost = defineError("OPS_HOST", "usage", {
  text: "Health checks and metrics are not answered under the name {host} on this machine's own address.",
  advice:
    "Ask by an IP address, as localhost, or by the name that --ops-host, --host or --public-host gives.",
});

export const explorerOrigin = defineError("EXPLORER_ORIGIN", "usage", {
  text: "The explorer answers only its own page, and this request came from {origin}.",
  advice: "Ask the node's RPC interface, which answers every origin.",
});

export const explorerFiles = defineError("EXPLORER_FILES", "local", {
  text: "The page of the explorer cannot be read: {reason}.",
  advice: "Build it with npm run build, or install the package again.",
});

export const explorerToken = defineError("EXPLORER_TOKEN", "usage", {
  text: "The token of the explorer is missing or wrong.",
  advice: "Open the address that this prints: chainnode explorer --print-url",
});

export const nodeBehind = defineError("NODE_BEHIND", "unavailable", {
  text: "The node behind this reader does not answer now.",
  advice: "Ask again later. The reader itself answers whatever only reads the chain.",
});
