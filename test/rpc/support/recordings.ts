import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { valueToText } from "../../../src/codec/text.js";
import { entriesOf, isContainer, type Value, type ValueMap } from "../../../src/codec/value.js";
import { listIn, mapIn, readVector, textIn } from "../../support/vectors.js";
import { json, urlencoded, type HttpQuestion } from "./http.js";

/** One exchange of http.json, as a request that can be repeated. */
export interface Recording {
  readonly name: string;
  readonly path: string;
  readonly question: HttpQuestion;
  /** The expected status: 999 and 500 there are 400 here (PROTOCOL 13.4). */
  readonly status: number;
  /** Null where the recorded node stopped with an internal error. */
  readonly answer: ValueMap | null;
  /** Whether only the beginning of the body was recorded. */
  readonly isCut: boolean;
}

export const RECORDINGS: readonly Recording[] = listIn(readVector("http.json")).map(mapIn).map(toRecording);

export function recording(name: string): Recording {
  const found = RECORDINGS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`http.json has no exchange "${name}". `);
  return found;
}

/** The `type` of the request or transaction that was sent, or the empty text. */
export function typeOfRecording({ question }: Recording): string {
  const text = typeof question.body === "string" ? question.body : "";
  return (
    /type%22%3A%22(\w+)%22|"type":"(\w+)"|\\"type\\":\\"(\w+)\\"/.exec(text)?.slice(1).find(Boolean) ?? ""
  );
}

function toRecording(exchange: ValueMap): Recording {
  const status = Number(exchange.get("http_status"));
  const body = textIn(exchange.get("body"));
  const isCut = exchange.has("body_length");
  const query = exchange.has("query")
    ? `?${new URLSearchParams(toFields(exchange.get("query"))).toString()}`
    : "";
  return {
    name: textIn(exchange.get("name")),
    path: textIn(exchange.get("path")) + query,
    question: { method: textIn(exchange.get("method")), ...toQuestion(exchange) },
    status: status === 999 || status === 500 ? 400 : status,
    answer: isCut || body === "" ? null : mapIn(parseJson(body)),
    isCut,
  };
}

function toQuestion(exchange: ValueMap): HttpQuestion {
  const body = exchange.get("json");
  if (body !== undefined) return json(canonicalJson(body));
  const raw = exchange.get("raw");
  if (raw !== undefined) return { body: textIn(raw) };
  return exchange.has("form") ? urlencoded(toFields(exchange.get("form"))) : {};
}

function toFields(value: Value | undefined): Readonly<Record<string, string>> {
  if (!isContainer(value)) return {};
  return Object.fromEntries(Array.from(entriesOf(value), ([name, field]) => [name, valueToText(field)]));
}
