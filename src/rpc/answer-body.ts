import { Readable } from "node:stream";
import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import type { Answer } from "../ledger/answer.js";

/** The envelope as text, or as a stream when the data comes in pieces. */
export function answerToBody(answer: Answer): string | Readable {
  const head =
    answer.isSystemRequest === true ? '{"code":200,"status":"success","data":' : '{"code":200,"data":';
  let tail = "";
  for (const [name, value] of Object.entries(answer.siblings ?? {}))
    tail += `,${stringToJson(name)}:${canonicalJson(value)}`;
  tail += "}";
  if ("value" in answer) return head + canonicalJson(answer.value) + tail;
  if (typeof answer.json === "string") return head + answer.json + tail;
  return Readable.from(wrap(head, answer.json, tail));
}

/** Shorter pieces are joined: each write costs as much as thousands of characters. */
const SENT_LENGTH = 16_384;

async function* wrap(head: string, pieces: AsyncIterable<string>, tail: string): AsyncIterable<string> {
  // Sent at once, so that the client sees the status while the first piece is being read.
  yield head;
  let waiting = "";
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < SENT_LENGTH) continue;
    yield waiting;
    waiting = "";
  }
  yield waiting + tail;
}
