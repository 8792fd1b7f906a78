import { isIP, type Socket } from "node:net";
import { plainAddress } from "./forwarded.js";

/** What the PROXY protocol says at the beginning of a connection, version 1 or 2. */
export interface ProxyHeader {
  /** How many bytes it has. */
  readonly length: number;
  /** The address of the client; null when the proxy itself has connected, or does not know an IP address. */
  readonly source: string | null;
}

const V1_START = Buffer.from("PROXY ");
/** The longest line, with its end. */
const V1_MAX_BYTES = 107;
const V1_LINE = /^PROXY (?:UNKNOWN(?: [\x20-\x7e]*)?|TCP([46]) (\S+) (\S+) (\S+) (\S+))\r\n$/;
const PORT = /^(?:0|[1-9][0-9]{0,4})$/;
const MAX_PORT = 65_535;

const V2_START = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const V2_FIXED_BYTES = 16;
/** More than the addresses and the fields that proxies add behind them. */
const V2_MAX_BYTES = 4096;
const LOCAL = 0x20;
const PROXY = 0x21;
const TCP4 = 0x11;
const TCP6 = 0x21;

/** The header that these bytes begin with; "incomplete" when it may still become one, "invalid" when it cannot. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | "incomplete" | "invalid" {
  for (const [start, read] of [
    [V1_START, readV1],
    [V2_START, readV2],
  ] as const) {
    const length = Math.min(bytes.length, start.length);
    if (bytes.compare(start, 0, length, 0, length) !== 0) continue;
    return length < start.length ? "incomplete" : read(bytes);
  }
  return "invalid";
}

function readV1(bytes: Buffer): ProxyHeader | "incomplete" | "invalid" {
  const end = bytes.subarray(0, V1_MAX_BYTES).indexOf("\n");
  if (end < 0) return bytes.length < V1_MAX_BYTES ? "incomplete" : "invalid";
  const length = end + 1;
  const match = V1_LINE.exec(bytes.toString("latin1", 0, length));
  if (match === null) return "invalid";
  const [, family, source = "", destination = "", ...ports] = match;
  if (family === undefined) return { length, source: null };
  const isValid =
    isIP(source) === Number(family) &&
    isIP(destination) === Number(family) &&
    ports.every((port) => PORT.test(port) && Number(port) <= MAX_PORT);
  return isValid ? { length, source: plainAddress(source) } : "invalid";
}

function readV2(bytes: Buffer): ProxyHeader | "incomplete" | "invalid" {
  if (bytes.length < V2_FIXED_BYTES) return "incomplete";
  const command = bytes[12];
  const family = bytes[13];
  const length = V2_FIXED_BYTES + bytes.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || length > V2_MAX_BYTES) return "invalid";
  if (bytes.length < length) return "incomplete";
  // Of a family without IP addresses, the connection is used and its client is unknown.
  if (command === LOCAL || (family !== TCP4 && family !== TCP6)) return { length, source: null };
  const [width, least] = family === TCP4 ? [4, 12] : [16, 36];
  if (length < V2_FIXED_BYTES + least) return "invalid";
  const source = bytes.subarray(V2_FIXED_BYTES, V2_FIXED_BYTES + width);
  return { length, source: family === TCP4 ? source.join(".") : plainAddress(ipv6Text(source)) };
}

function ipv6Text(bytes: Buffer): string {
  return (bytes.toString("hex").match(/.{4}/g) ?? []).join(":");
}

/**
 * Takes the header from the beginning of a connection, and leaves what follows it to be read. Calls back with null when
 * the connection begins with something else, ends, or has not sent the header in time.
 */
export function takeProxyHeader(
  socket: Socket,
  timeoutMs: number,
  done: (header: ProxyHeader | null) => void,
): void {
  let bytes = Buffer.alloc(0);
  const finish = (header: ProxyHeader | null): void => {
    clearTimeout(timer);
    socket.off("readable", read).off("close", fail);
    if (header !== null && bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
    done(header);
  };
  const fail = (): void => finish(null);
  const read = (): void => {
    for (;;) {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header === "incomplete") continue;
      finish(header === "invalid" ? null : header);
      return;
    }
  };
  const timer = setTimeout(fail, timeoutMs);
  socket.on("readable", read).once("close", fail);
}
