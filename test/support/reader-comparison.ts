import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import type { Store } from "../../src/store/store.js";
import type { CorpusFacts, CorpusRequest } from "./request-corpus.js";
import { listTransactions } from "../../src/store/reads.js";

/** A short answer that the node sends in pieces is whole here, and not compressed: Vary may differ. */
const HEADERS = ["content-type", "etag", "cache-control", "allow", "retry-after"];
/** How often two answers are asked for again while the chain grows, or the reader is late. */
const MAX_TRIES = 2000;
const PAUSE_MS = 10;

interface Seen {
  readonly tip: string | null;
  readonly status: number;
  readonly headers: readonly (string | null)[];
  readonly body: string;
}

/** Asks a server as a client does. */
export async function askServer(url: string, { method, target, type, body }: CorpusRequest): Promise<Seen> {
  const answer = await fetch(url + target, {
    method,
    ...(body === undefined ? {} : { body, headers: { "content-type": type ?? "text/plain" } }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    tip: answer.headers.get("chain-tip"),
    status: answer.status,
    headers: HEADERS.map((name) => answer.headers.get(name)),
    body: bytes.toString("latin1"),
  };
}

/** Null when the node ends its answer early, because it leaves the block that it is sending. */
async function askNode(url: string, request: CorpusRequest): Promise<Seen | null> {
  return askServer(url, request).catch((error: unknown) => {
    if (error instanceof TypeError && error.message === "terminated") return null;
    throw error;
  });
}

/** Fails unless a node and a reader give the same answer at one height. Asks again while the height differs. */
export async function compareAnswers(
  nodeUrl: string,
  readerUrl: string,
  request: CorpusRequest,
): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const before = await askNode(nodeUrl, request);
    const reader = await askServer(readerUrl, request);
    const after = await askNode(nodeUrl, request);
    const isOneMoment = before?.tip === reader.tip && after?.tip === reader.tip && before.body === after.body;
    // The database of a busy machine may take too long.
    const isLate = reader.status === 503 && before?.status !== 503;
    if (isOneMoment && !isLate) {
      expect(reader, JSON.stringify(request)).to.deep.equal(before);
      return;
    }
    // The reader follows the node.
    await setTimeout(PAUSE_MS);
  }
  expect.fail(`The node and the reader never answered at one height: ${JSON.stringify(request)}`);
}

/** What requests about a chain can name. */
export async function factsOf(store: Store): Promise<CorpusFacts> {
  const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
  const [height, resourceHeight] = [main?.height ?? 0, resource?.height ?? 0];
  const blocks = await store.mainBlockSummaries(1, height);
  const resources = await store.resourceBlockSummaries(1, resourceHeight);
  const transactions = await listTransactions(store, { page: 1, count: 1000 });
  const universal = await store.listState("universal", "", { page: 1, count: 500 });
  const local = await store.listState("local", "", { page: 1, count: 500 });
  const addresses = [...new Set(universal.map(({ key }) => key.slice(64)))].filter(
    ({ length }) => length === 44,
  );
  return {
    height,
    resourceHeight,
    blockhashes: [...blocks, ...resources].map(({ blockhash }) => blockhash),
    transactions: transactions.map(({ hash }) => hash),
    addresses,
    codeIds: (await store.listCodeWrites()).map(({ key }) => key.slice(64)),
    keys: [...universal, ...local].map(({ key }) => key),
  };
}
