import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps } from "../codec/parse-json.js";
import { isMap, type ValueMap } from "../codec/value.js";
import { finishSliced } from "../ledger/yield-to-loop.js";
import type { OperationInput } from "../node/operations/input.js";
import { MAX_BODY_WEIGHT } from "../records/operations/limits.js";
import { bytesToText, parseUrlencoded } from "./urlencoded.js";
import { parseMultipart } from "./multipart.js";

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
  const { form } = queryToInput(query);
  if (JSON_TYPE.test(contentType)) return readJson(form, body);
  if (MULTIPART_TYPE.test(contentType)) {
    return { form: new Map([...form, ...parseMultipart(body, contentType)]), json: NO_JSON };
  }
  if (/^\s*\{/.test(body)) {
    const input = await readJson(form, body);
    if (input.jsonFailure === undefined) return input;
  }
  return { form: new Map([...form, ...parseUrlencoded(body)]), json: NO_JSON };
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
