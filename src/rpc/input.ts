import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps, utf8ToText } from "../codec/parse-json.js";
import { isMap, type ValueMap } from "../codec/value.js";
import { finishSliced } from "../base/yield-to-loop.js";
import type { OperationInput } from "../api/operations/input.js";
import { MAX_BODY_WEIGHT } from "../records/operations/limits.js";
import { MAX_FORM_FIELDS } from "./limits.js";
import * as errors from "./errors.js";

const NO_JSON: ValueMap = new Map();
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;

/** The parameters of the query string (PROTOCOL 13.1). Parameters of the body take precedence. */
export function queryToInput(query: string): OperationInput {
  return { form: parseUrlencoded(query), json: NO_JSON };
}

/**
 * Reads a body, given as one character a byte (PROTOCOL 13.1). A body whose content type is neither JSON nor
 * multipart is read as JSON when it is a JSON object, because many clients send one so, and otherwise as a urlencoded
 * form.
 *
 * Throws `MULTIPART`, `FORM_FIELDS`, `JSON_ENCODING`, `JSON_DEPTH` or `JSON_WEIGHT`.
 */
export async function bodyToInput(query: string, contentType: string, body: string): Promise<OperationInput> {
  const form = parseUrlencoded(query);
  if (JSON_TYPE.test(contentType)) return readJson(form, body);
  if (MULTIPART_TYPE.test(contentType)) {
    return { form: new Map([...form, ...parseMultipart(body, contentType)]), json: NO_JSON };
  }
  if (/^\s*\{/.test(body)) {
    const input = await readJson(form, body);
    if (input.jsonFailure === undefined) return input;
  }
  const fields = parseUrlencoded(body);
  return { form: form.size === 0 ? fields : new Map([...form, ...fields]), json: NO_JSON };
}

async function readJson(form: ReadonlyMap<string, string>, body: string): Promise<OperationInput> {
  try {
    const steps = parseJsonInSteps(bytesToText(body), { maxWeight: MAX_BODY_WEIGHT });
    const value = await finishSliced(steps);
    return { form, json: isMap(value) ? value : NO_JSON };
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "JSON_SYNTAX") throw error;
    return { form, json: NO_JSON, jsonFailure: error };
  }
}

/**
 * The fields of a query string or urlencoded body, given as one character a byte. Of several fields with one name the
 * last counts. Raw JSON is accepted: every character stands for itself except percent escapes, and the plus sign,
 * which is a space.
 *
 * Throws `JSON_ENCODING` when a field is not UTF-8, `FORM_FIELDS` when there are too many.
 */
export function parseUrlencoded(bytes: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (bytes === "") return fields;
  const pairs = bytes.split("&", MAX_FORM_FIELDS + 1);
  if (pairs.length > MAX_FORM_FIELDS) throw errors.formFields({ limit: MAX_FORM_FIELDS });
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) fields.set(decode(pair), "");
    else fields.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
  }
  return fields;
}

const PLAIN = /^[^%+\u0080-\u00ff]*$/;
const [PLUS, PERCENT, SPACE] = [0x2b, 0x25, 0x20];

function decode(bytes: string): string {
  return PLAIN.test(bytes) ? bytes : utf8ToText(unescape(Buffer.from(bytes, "latin1")));
}

/** Decodes percent escapes in place, so that a body full of them is decoded in linear time. */
function unescape(bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    const escaped = byte === PERCENT ? hexByte(bytes, index + 1) : -1;
    if (escaped >= 0) index += 2;
    bytes[length] = escaped >= 0 ? escaped : byte === PLUS ? SPACE : (byte ?? 0);
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The value of two hexadecimal digits, negative when they are not digits. */
function hexByte(bytes: Uint8Array, at: number): number {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  // Upper or lower case.
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Decodes UTF-8 that is given as one character a byte. Throws `JSON_ENCODING` when it is invalid. */
function bytesToText(bytes: string): string {
  return /^[\u0000-\u007f]*$/.test(bytes) ? bytes : utf8ToText(Buffer.from(bytes, "latin1"));
}

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name=(?:"([^"]*)"|([^\s;"]+))/im;
const FILE_NAME = /^content-disposition:.*;\s*filename\*?=/im;

/**
 * The fields of a multipart form (RFC 7578), given as one character a byte. The form is held in memory, since the
 * size of a body is bounded. Files are refused: no operation takes one.
 *
 * Throws `MULTIPART`, `JSON_ENCODING` or `FORM_FIELDS`.
 */
export function parseMultipart(bytes: string, contentType: string): ReadonlyMap<string, string> {
  const match = BOUNDARY.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw errors.multipart({ reason: "the content type names no boundary" });

  // The first delimiter may be at the very start. Every other one follows a line end, which belongs to it.
  const parts = `\r\n${bytes}`.split(`\r\n--${boundary}`, MAX_FORM_FIELDS + 3);
  if (parts.length > MAX_FORM_FIELDS + 2) throw errors.formFields({ limit: MAX_FORM_FIELDS });
  // The preamble is before the first delimiter; the closing mark and the epilogue are after the last one.
  if (parts.at(-1)?.startsWith("--") !== true)
    throw errors.multipart({ reason: "it does not end with its boundary" });
  return new Map(parts.slice(1, -1).map(parsePart));
}

function parsePart(part: string): readonly [string, string] {
  const start = /^[ \t]*\r\n/.exec(part)?.[0].length;
  const end = part.indexOf("\r\n\r\n");
  if (start === undefined || end < 0) throw errors.multipart({ reason: "a part has no headers" });
  const headers = part.slice(start, end);
  if (FILE_NAME.test(headers)) throw errors.multipart({ reason: "files are not supported" });
  const name = NAME.exec(headers);
  if (name === null) throw errors.multipart({ reason: "a part has no name" });
  return [bytesToText(name[1] ?? name[2] ?? ""), bytesToText(part.slice(end + 4))];
}
