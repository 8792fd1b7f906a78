import type { IncomingMessage } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Why a request that node:http has parsed is refused before anything reads it, null when it is not (PROTOCOL 13.16): two
 * servers could understand it differently, or its client expects what this server does not do.
 */
export function requestFault(request: IncomingMessage): ChainError | null {
  const { headers, httpVersion } = request;
  if (httpVersion !== "1.1" && httpVersion !== "1.0" && httpVersion !== "0.9")
    return errors.httpVersion({ version: httpVersion });
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) return errors.hostField({ count: hosts });
  if (!HOST.test(headers.host ?? "")) return errors.hostValue();
  const { "transfer-encoding": coding, expect } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion !== "1.1"))
    return errors.transferCoding();
  if (httpVersion === "1.1" && expect !== undefined && expect.toLowerCase() !== "100-continue")
    return errors.expectation();
  return null;
}

/** How many Host fields there are; `headers` would tell of the first one only. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") count += 1;
  return count;
}
