import { OPERATIONS } from "../../../src/records/operations/operations.js";
import { SYSTEM_REQUESTS } from "../../../src/records/operations/system-requests.js";

/** A generated HTTP message, one character a byte. */
export interface GeneratedRequest {
  readonly bytes: string;
  /** Whether it is valid HTTP with the right length and closes the connection. */
  readonly isFramed: boolean;
}

type Random = () => number;

const METHODS = ["GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"];
const NAMES = [
  "request",
  "transaction",
  "public_key",
  "signature",
  "register",
  "host",
  "authentication",
  "height",
];
const MORE_NAMES = [
  "chain_type",
  "round_key",
  "type",
  "key",
  "main",
  "resource",
  "__proto__",
  "constructor",
  "",
];
const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "multipart/form-data",
  'multipart/form-data; boundary="',
  "text/plain",
  "application/octet-stream",
  "nonsense",
  "",
];
const ENCODINGS = ["gzip", "deflate", "br", "identity", "rot13"];
const TEXTS = [
  "",
  "0",
  "-1",
  "1e400",
  "99999999999999999999",
  "abc",
  "true",
  "null",
  "%ff",
  "%",
  "\u00c3",
  "\u0000",
];
const MARKS = '{ } [ ] " , : \\ & = % + - . / ; ? #'.split(" ");
const FRAGMENTS = [...MARKS, "\r\n", "--b", "--b--", "\u0000", "\u00ff", "null", "1e999", "\\ud800"];

/** Generates a request: parts of a valid one, badly combined, and often damaged in a few places. */
export function generateRequest(random: Random): GeneratedRequest {
  const method = pick(random, METHODS);
  const body = method === "POST" || random() < 0.1 ? generateBody(random) : "";
  const message = `${method} ${generateTarget(random)} HTTP/1.1\r\nHost: x\r\n${generateHeaders(random, body)}\r\n${body}`;
  if (random() < 0.6) return { bytes: message, isFramed: true };
  return { bytes: breakText(random, message), isFramed: false };
}

function generateTarget(random: Random): string {
  const names = [...OPERATIONS.keys(), "", "openapi.json", "nope", "..", "%70ing", "ping/x"];
  const name = pick(random, names);
  const path = `/${random() < 0.5 ? name.toLowerCase() : name}${random() < 0.1 ? "/" : ""}`;
  if (random() < 0.5) return path;
  return `${path}?${generateForm(random).replace(/[^!-~]/g, (unit) => encodeURIComponent(unit))}`;
}

function generateHeaders(random: Random, body: string): string {
  const headers = ["Connection: close", `Content-Length: ${body.length}`];
  if (random() < 0.8) headers.push(`Content-Type: ${pick(random, TYPES)}`);
  if (random() < 0.1) headers.push(`Content-Encoding: ${pick(random, ENCODINGS)}`);
  if (random() < 0.1) headers.push(`Accept-Encoding: ${pick(random, ENCODINGS)}`);
  if (random() < 0.05) headers.push(`If-None-Match: ${pick(random, TEXTS).replace(/[^!-~]/g, "")}`);
  return headers.map((header) => `${header}\r\n`).join("");
}

function generateBody(random: Random): string {
  const kind = random();
  const body =
    kind < 0.4 ? generateJson(random, 0) : kind < 0.7 ? generateForm(random) : generateMultipart(random);
  return random() < 0.4 ? breakText(random, body) : body;
}

function generateForm(random: Random): string {
  return repeat(random, 6, () => `${generateName(random)}=${generateText(random)}`).join("&");
}

function generateMultipart(random: Random): string {
  const parts = repeat(
    random,
    4,
    () =>
      `--b\r\nContent-Disposition: form-data; name="${generateName(random)}"` +
      `${random() < 0.1 ? '; filename="f"' : ""}\r\n\r\n${generateText(random)}\r\n`,
  );
  return `${parts.join("")}--b--\r\n`;
}

function generateText(random: Random): string {
  return random() < 0.5 ? pick(random, TEXTS) : generateJson(random, 0);
}

function generateJson(random: Random, depth: number): string {
  const kind = random();
  if (kind < 0.3 || depth > 4)
    return pick(random, ["null", "true", "0", "-1", "1.5", "1e30", '""', '"abc"', "[]"]);
  if (kind < 0.4) return `${"[".repeat(600)}${"]".repeat(600)}`;
  if (kind < 0.5) return `[${repeat(random, 4, () => generateJson(random, depth + 1)).join(",")}]`;
  if (kind < 0.7) {
    const type = pick(random, [...SYSTEM_REQUESTS.keys(), "GetBalance", "Send", "Nope"]);
    const members = repeat(random, 4, () => generateMember(random, depth));
    return `{${[`"type":"${type}"`, ...members].join(",")}}`;
  }
  return `{${repeat(random, 4, () => generateMember(random, depth)).join(",")}}`;
}

function generateMember(random: Random, depth: number): string {
  const names = ["target", "count", "page", "full", "sort", "address", "ctype", "cid", "timestamp"];
  const name = random() < 0.5 ? pick(random, names) : generateName(random);
  return `"${name}":${generateJson(random, depth + 1)}`;
}

function generateName(random: Random): string {
  return pick(random, random() < 0.7 ? NAMES : MORE_NAMES);
}

/** The text with a few parts removed, doubled or replaced. */
function breakText(random: Random, text: string): string {
  let broken = text;
  const times = 1 + Math.floor(random() * 4);
  for (let time = 0; time < times; time += 1) {
    const at = Math.floor(random() * (broken.length + 1));
    const length = Math.floor(random() * 8);
    const insert = random() < 0.3 ? broken.slice(at, at + 16) : pick(random, FRAGMENTS);
    broken = broken.slice(0, at) + insert + broken.slice(at + length);
  }
  return broken;
}

function repeat(random: Random, atMost: number, make: () => string): readonly string[] {
  return Array.from({ length: Math.floor(random() * (atMost + 1)) }, make);
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from. ");
  return item;
}
