import { expect } from "chai";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import type { StoreReader } from "../../src/store/store.js";
import { listTransactions, mainBlock } from "../../src/store/reads.js";

const KINDS: readonly StateKind[] = ["universal", "local"];
const PAGES = [1, 7, 100] as const;

/**
 * Everything that a store answers, asked of its blocks, cells, addresses and pages.
 *
 * @param every asks of every block, or of one of so many.
 */
export async function expectSameAnswers(
  left: StoreReader,
  right: StoreReader,
  addresses: readonly string[],
  every = 1,
): Promise<void> {
  for (const question of await questionsOf(left, addresses, every)) {
    const [asked, answered] = [await question.ask(left), await question.ask(right)];
    expect(answered, question.title).to.deep.equal(asked);
  }
}

interface Question {
  readonly title: string;
  readonly ask: (store: StoreReader) => Promise<unknown>;
}

async function questionsOf(
  store: StoreReader,
  addresses: readonly string[],
  every: number,
): Promise<readonly Question[]> {
  const [main, resource] = [
    (await store.mainBlockSummary("last"))?.height ?? 0,
    (await store.resourceBlock("last"))?.height ?? 0,
  ];
  const questions: Question[] = [];
  const add = (title: string, ask: (store: StoreReader) => Promise<unknown>): void =>
    void questions.push({ title, ask });
  add("last main block", (each) => each.mainBlockSummary("last"));
  add("last resource block", (each) => each.resourceBlock("last"));
  add("summaries", (each) => each.mainBlockSummaries(0, main + 1));
  add("resource summaries", (each) => each.resourceBlockSummaries(0, resource + 1));
  add("resource blocks", (each) => each.resourceBlocks(0, resource + 1));
  add("stream of blocks", (each) => all(each.streamMainBlocks(1, main + 1)));
  add("code writes", (each) => each.listCodeWrites());
  const cells: Record<StateKind, string[]> = { universal: [], local: [] };
  for await (const keys of store.writtenKeys(0, main))
    for (const kind of KINDS) cells[kind].push(...keys[kind].map(padStateKey));
  for (const kind of KINDS) {
    add(`${kind} cells`, (each) => each.readState(kind, cells[kind]));
    add(`length of ${kind} cells`, (each) => each.stateLength(kind, cells[kind]));
    add(`list of ${kind} cells`, (each) => each.listState(kind, ""));
    for (const prefix of new Set(cells[kind].map((cell) => cell.slice(0, 64))))
      for (const count of PAGES)
        add(`${kind} list ${prefix}`, (each) => each.listState(kind, prefix, { page: 1, count }));
    for (const cell of cells[kind].slice(0, 200))
      add(`versions of ${cell}`, (each) => each.cellVersions({ kind, cell, before: main + 1, count: 50 }));
  }
  for (let height = 0; height <= main + 1; height += every) {
    add(`block ${height}`, (each) => mainBlock(each, { height }));
    add(`body of ${height}`, async (each) => {
      const block = await each.mainBlockSummary({ height });
      if (block === null) return null;
      const { seal, transactions, universal_updates, local_updates } = each.mainBlockBody(block);
      return Promise.all([seal, transactions, universal_updates, local_updates].map(textOf));
    });
    for (const kind of KINDS)
      add(`${kind} at ${height}`, (each) => each.readState(kind, cells[kind], height));
    add(`keys after ${height}`, async (each) => sortedKeys(each, height, main));
  }
  for (let height = 1; height <= resource; height += 1) {
    const block = await store.resourceBlock({ height });
    const { blockhash = "", timestamp = 0 } = block ?? {};
    add(`resource block ${height}`, (each) => each.resourceBlock({ height }));
    add(`resource block ${blockhash}`, (each) => each.resourceBlock({ blockhash }));
    add(`resource block before ${timestamp}`, (each) => each.resourceBlock({ before: timestamp }));
  }
  const listed = await listTransactions(store, { page: 1, count: 1_000_000 });
  const hashes = listed.map(({ hash }) => hash);
  add("known transactions", (each) => each.knownTransactions([...hashes, "ff", "not hex", "\0"]));
  for (const hash of [...hashes.slice(0, 300), "ff", "\0", "é"])
    add(`transaction ${hash}`, (each) => each.transaction(hash));
  for (const address of [undefined, ...addresses, "", "\0", "\ud800"])
    for (const count of PAGES)
      for (const page of [1, 2, 3, Number.MAX_SAFE_INTEGER])
        add(`page ${page} of ${count} of ${address}`, async (each) => [
          (await listTransactions(each, { page, count }, address)).map(({ hash, record }) => ({
            hash,
            record,
          })),
          await all(each.streamTransactions({ page, count }, address)),
        ]);
  return questions;
}

async function sortedKeys(store: StoreReader, from: number, to: number): Promise<unknown> {
  const keys = await all(store.writtenKeys(from, to));
  return KINDS.map((kind) => keys.flatMap((each) => each[kind]).toSorted());
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await all(pieces)).join("");
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
