import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { canonicalJson } from "../codec/canonical-json.js";
import { parseJson, utf8ToText } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { readBytes } from "../base/read-bytes.js";
import * as errors from "./errors.js";

/** What the page of a development chain may do beside reading. */
export interface ExplorerActions {
  /** The page sends it with each action. It is in the printed address alone, so another site cannot know it. */
  readonly token: string;
  readonly actions: ReadonlyMap<string, (given: ValueMap) => Promise<Value>>;
}

const TOKEN_BYTES = 24;
const TOKEN_HEADER = "x-explorer-token";
/** A transaction of the longest code, twice escaped. */
const MAX_LENGTH = 524_288;

export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether a text has the form of a token, of which no part is missing. */
export function isToken(text: string): boolean {
  return Buffer.from(text, "base64url").length === TOKEN_BYTES;
}

/** Does the action of a request and returns its answer as JSON. Throws why it is refused, before the body is read. */
export async function answerAction(
  { token, actions }: ExplorerActions,
  name: string,
  request: IncomingMessage,
): Promise<string> {
  const { method = "" } = request;
  if (!isEqual(String(request.headers[TOKEN_HEADER] ?? ""), token)) throw errors.explorerToken();
  const action = actions.get(name);
  if (action === undefined) throw errors.pathUnknown();
  if (method !== "POST") throw errors.methodNotAllowed({ method });
  const given = parseJson(utf8ToText(await readBytes(request, MAX_LENGTH)));
  const data = await action(isMap(given) ? given : new Map());
  return `{"code":200,"data":${canonicalJson(data)}}`;
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
