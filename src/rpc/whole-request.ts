import { normalTarget } from "./target.js";

/** What a chunk of bytes asks for, when it is exactly one simple request. */
export interface WholeRequest {
  readonly method: string;
  readonly url: string;
}

/** Longer heads are left to node:http. */
const MAX_HEAD_BYTES = 4096;
/** A request line in origin form with the plainest characters, and header lines of printable ASCII. */
const HEAD = /^(GET|POST) (\/[\w&=?./%+-]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: [\x20-\x7e]+\r\n){1,64})\r\n/;
const LENGTH = /^(?:0|[1-9][0-9]{0,6})$/;
/** Header fields that change where a request ends, what follows it, or how node:http answers. */
const LEFT_TO_HTTP: ReadonlySet<string> = new Set([
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Reads a chunk that is exactly one request: the head, then as many bytes as `Content-Length` says, and nothing more.
 * Null for everything about whose end two readers might differ, and for much that is valid but rare: node:http reads
 * that.
 */
export function readWholeRequest(chunk: Buffer): WholeRequest | null {
  const head = chunk.toString("latin1", 0, MAX_HEAD_BYTES);
  const match = HEAD.exec(head);
  if (match === null) return null;
  const [whole, method = "", url = "", fields = ""] = match;
  let [hosts, length] = [0, -1];
  for (const field of fields.split("\r\n")) {
    const colon = field.indexOf(":");
    const name = field.slice(0, colon).toLowerCase();
    if (name === "host") hosts += 1;
    else if (name === "content-length") {
      const text = field.slice(colon + 2);
      if (length >= 0 || !LENGTH.test(text)) return null;
      length = Number(text);
    } else if (name === "connection") {
      if (field.slice(colon + 2).toLowerCase() !== "keep-alive") return null;
    } else if (LEFT_TO_HTTP.has(name)) return null;
  }
  return hosts === 1 && chunk.length === whole.length + Math.max(0, length)
    ? { method, url: normalTarget(url) }
    : null;
}
