import { randomInt } from "node:crypto";
import { answerToText, type Answer } from "../../ledger/answer.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import { textIn } from "../../codec/text.js";
import type { StoredSeal } from "../../ledger/stored-seal.js";
import { objectToMap, isMap, objectToValue, type Value, type ValueMap } from "../../codec/value.js";
import type { NodeAddress } from "../../client/node-address.js";
import { readBody } from "../../client/read-body.js";
import { REQUESTS } from "../../records/operations/system-requests.js";
import type { Log } from "../../base/log.js";
import { METRICS } from "../../ops/metrics/table.js";
import type { Moment } from "../../api/moments.js";
import type { Reader } from "./open-reader.js";

interface ComparisonOptions {
  readonly reader: Pick<Reader, "moments" | "meters" | "isSealed">;
  readonly writer: NodeAddress;
  readonly log: Log;
  readonly seconds: number;
}

/** The time in which the node must answer. */
const TIMEOUT_MS = 5000;
/** The most times that a question is asked until both answers are of one height. */
const TRIES = 5;
/** A longer answer is not compared. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Asks the reader and the node behind it the same random question every `seconds`, and counts the answers that differ at
 * the same height. Returns a function that ends the comparison.
 */
export function compareSteadily({ reader, writer, log, seconds }: ComparisonOptions): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    const question = await randomQuestion(reader.moments).catch(() => null);
    const result = question === null ? "skipped" : await compare(reader, writer, question);
    reader.meters.add(METRICS.readerCompared, [result]);
    if (result === "different") {
      const fields = { question: canonicalJson(objectToValue({ request: question ?? null })) };
      log({
        level: "error",
        module: "reader",
        message: "the reader and the node answer differently",
        fields,
      });
    }
    arm();
  };
  const arm = (): void => {
    if (!isOver) timer = setTimeout(() => void turn(), seconds * 1000).unref();
  };
  arm();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

type Result = "equal" | "different" | "skipped";

/**
 * Compares the answers to one question. "skipped" when they were never of equal tips of both chains, or one was missing.
 * Two honest nodes may have different seals of a block, which no hash covers: where seals differ, both are verified.
 */
export async function compare(
  { moments, isSealed }: Pick<Reader, "moments" | "isSealed">,
  writer: NodeAddress,
  question: ValueMap,
): Promise<Result> {
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const resourceBefore = await askNode(writer, RESOURCE_TIP);
      const before = await askNode(writer, question);
      const own = await askMoment(await moments.open(0), question);
      const after = await askNode(writer, question);
      const resourceAfter = await askNode(writer, RESOURCE_TIP);
      if (before.tip !== own.tip || after.tip !== own.tip || before.text !== after.text) continue;
      if (resourceBefore.text !== own.resource || resourceAfter.text !== own.resource) continue;
      if (own.text === before.text) return "equal";
      const [ours, theirs] = [sealedBlockIn(own.text), sealedBlockIn(before.text)];
      const isSame =
        ours !== null &&
        ours.rest === theirs?.rest &&
        (await isSealed(ours.block)) &&
        (await isSealed(theirs.block));
      return isSame ? "equal" : "different";
    }
  } catch {
    // Other checks report a side that does not answer.
  }
  return "skipped";
}

interface Asked {
  readonly tip: string | null;
  readonly text: string;
}

const RESOURCE_TIP: ValueMap = objectToMap({ type: REQUESTS.GET_RESOURCE_BLOCK.type, full: false });

interface SealedAnswer {
  readonly block: StoredSeal;
  /** The answer without the seal. */
  readonly rest: string;
}

/** The block of an answer about a full main block; null for any other answer. */
function sealedBlockIn(text: string): SealedAnswer | null {
  const answer = parseJson(text);
  const data = isMap(answer) ? answer.get("data") : null;
  const seal = isMap(data) ? data.get("seal") : undefined;
  if (!isMap(answer) || !isMap(data) || seal === undefined) return null;
  const transactions = data.get("transactions");
  const block = {
    seal: canonicalJson(seal),
    s_timestamp: Number(data.get("s_timestamp")),
    previous_blockhash: textIn(data, "previous_blockhash"),
    blockhash: textIn(data, "blockhash"),
    hashes: isMap(transactions) ? [...transactions.keys()] : [],
  };
  const rest = new Map([...answer, ["data", new Map([...data].filter(([name]) => name !== "seal"))]]);
  return { block, rest: canonicalJson(rest) };
}

async function askMoment(moment: Moment, question: ValueMap): Promise<Asked & { readonly resource: string }> {
  try {
    const answer = await moment.engine.request({ request: question });
    const text = await bodyOf(answer);
    const resource = await bodyOf(await moment.engine.request({ request: RESOURCE_TIP }));
    return { tip: moment.tip.blockhash, text, resource };
  } finally {
    moment.close();
  }
}

async function bodyOf(answer: Answer): Promise<string> {
  const status = answer.isSystemRequest === true ? '"status":"success",' : "";
  const siblings = Object.entries(answer.siblings ?? {}).map(
    ([name, value]) => `,"${name}":${canonicalJson(value)}`,
  );
  return `{"code":200,${status}"data":${await answerToText(answer, MAX_LENGTH)}${siblings.join("")}}`;
}

async function askNode({ url, headers }: NodeAddress, question: ValueMap): Promise<Asked> {
  const answer = await fetch(`${url}/rawrequest`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: canonicalJson(objectToValue({ request: question })),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { tip: answer.headers.get("chain-tip"), text: new TextDecoder().decode(await readBody(answer)) };
}

/** A question about the content of the chain, or about a block that does not exist. */
async function randomQuestion(moments: Reader["moments"]): Promise<ValueMap> {
  const moment = await moments.open(0);
  try {
    const height = BigInt(randomInt(moment.tip.height + 2));
    const page = BigInt(1 + randomInt(20));
    const listed = await moment.engine.request({
      request: objectToMap({ type: REQUESTS.LIST_TRANSACTION.type, page, count: 1n }),
    });
    const [, hash = ""] = /"([0-9a-f]{78})"/.exec(await answerToText(listed, MAX_LENGTH)) ?? [];
    const questions: readonly (readonly [string, Readonly<Record<string, Value>>])[] = [
      [REQUESTS.GET_BLOCK.type, { target: height, full: false }],
      [REQUESTS.GET_BLOCK.type, { target: height, full: true }],
      [REQUESTS.LIST_BLOCK.type, { height, count: 20n, sort: 1n }],
      [REQUESTS.GET_TRANSACTION.type, { target: hash }],
      [REQUESTS.LIST_TRANSACTION.type, { page, count: 20n }],
      [REQUESTS.TRANSACTION_COUNT.type, {}],
      [REQUESTS.CODE_COUNT.type, {}],
      [REQUESTS.LIST_CODE.type, { page, count: 5n }],
      [REQUESTS.GET_RESOURCE_BLOCK.type, { target: height, full: true }],
      [REQUESTS.LIST_RESOURCE_BLOCK.type, { page, count: 10n }],
      [REQUESTS.RESOURCE_BLOCK_COUNT.type, {}],
    ];
    const [type, members] = questions[randomInt(questions.length)] ?? [REQUESTS.BLOCK_COUNT.type, {}];
    return new Map<string, Value>([["type", type], ...Object.entries(members)]);
  } finally {
    moment.close();
  }
}
