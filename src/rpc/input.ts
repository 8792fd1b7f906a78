import { ChainError } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import { valueToText } from "../codec/text.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { bytesToText, parseUrlencoded } from "./urlencoded.js";
import { parseMultipart } from "./multipart.js";

/**
 * What a request says, whichever way it says it (PROTOCOL 13): the query string and a form's body give text, a JSON
 * body gives values. What the body names counts before what the query string names.
 */
export interface Input {
  readonly form: ReadonlyMap<string, string>;
  readonly json: ValueMap;
  /** Why a body that says it is JSON could not be read. */
  readonly jsonFailure?: ChainError;
}

const NO_JSON: ValueMap = new Map();
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;

export function queryToInput(query: string): Input {
  return { form: parseUrlencoded(query), json: NO_JSON };
}

/**
 * Reads a body, given as one character a byte. A body whose type says neither JSON nor multipart is JSON when it is a
 * JSON object, since that is how many clients send one, and else a urlencoded form.
 *
 * Throws `MULTIPART`, `FORM_FIELDS`, `JSON_ENCODING` or `JSON_DEPTH`.
 */
export function bodyToInput(query: string, contentType: string, body: string): Input {
  const { form } = queryToInput(query);
  if (JSON_TYPE.test(contentType)) return readJson(form, body);
  if (MULTIPART_TYPE.test(contentType)) {
    return { form: new Map([...form, ...parseMultipart(body, contentType)]), json: NO_JSON };
  }
  if (/^\s*\{/.test(body)) {
    const input = readJson(form, body);
    if (input.jsonFailure === undefined) return input;
  }
  return { form: new Map([...form, ...parseUrlencoded(body)]), json: NO_JSON };
}

function readJson(form: ReadonlyMap<string, string>, body: string): Input {
  try {
    const value = parseJson(bytesToText(body));
    return { form, json: isMap(value) ? value : NO_JSON };
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "JSON_SYNTAX") throw error;
    return { form, json: NO_JSON, jsonFailure: error };
  }
}

/** A parameter as text, undefined when it is missing or null. */
export function textIn(input: Input, name: string): string | undefined {
  const value = input.json.get(name) ?? null;
  return value === null ? input.form.get(name) : valueToText(value);
}

/** A parameter as a value: as it is in a JSON body, text in a form. */
export function valueIn(input: Input, name: string): Value | undefined {
  return input.json.get(name) ?? input.form.get(name);
}
