import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { hashOf } from "../../../src/codec/hash.js";
import type { Value } from "../../../src/codec/value.js";
import type { Answer } from "../../../src/ledger/answer.js";
import type { RequestContext } from "../../../src/ledger/requests/answerer.js";
import { answerChainQuery } from "../../../src/ledger/requests/chain-queries.js";
import { getBlocks, listBlock } from "../../../src/ledger/requests/main-blocks.js";
import type { MainBlockSummary } from "../../../src/store/store.js";

const LAST = 700;
const MEGABYTE = 1_000_000;

function summary(height: number, branch = "", transaction_count = 1): MainBlockSummary {
  const hash = (of: number): string => hashOf(`${branch} ${of}`);
  return {
    height,
    s_timestamp: height,
    previous_blockhash: hash(height - 1),
    blockhash: hash(height),
    transaction_count,
  };
}

interface ChainShape {
  /** How many transactions each block has, and how many characters of them. */
  readonly count?: number;
  readonly length?: number;
  /** After so many reads, the blocks are those of a branch. */
  readonly branchAfter?: number;
}

interface TestContext extends RequestContext {
  /** How many blocks each question asked for. */
  readonly reads: number[];
  /** The parts of blocks that were read. */
  readonly pieces: string[];
}

function contextOf({ count = 100, length = 10, branchAfter = Infinity }: ChainShape): TestContext {
  const reads: number[] = [];
  const pieces: string[] = [];
  const range = (from: number, to: number): readonly MainBlockSummary[] => {
    reads.push(to - from + 1);
    const branch = reads.length > branchAfter ? "branch" : "";
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
      summary(from + index, branch, count),
    );
  };
  const transactions = "x".repeat(length);
  const store = {
    readMeta: async () => null,
    mainBlockSummaries: async (from: number, to: number) => range(from, to),
    async *streamMainBlocks(from: number, to: number, maxLength: number) {
      const fitting = Math.floor(maxLength / (length + 6));
      for (const each of range(from, to).slice(0, fitting))
        yield { ...each, seal: "{}", transactions, universal_updates: "[]", local_updates: "[]" };
    },
    mainBlockBody: () => {
      async function* piece(text: string): AsyncGenerator<string> {
        pieces.push(text);
        yield text;
      }
      const [seal, universal_updates, local_updates] = [piece("{}"), piece("[]"), piece("[]")];
      return { seal, transactions: piece(transactions), universal_updates, local_updates };
    },
  };
  const resourceChain = { fixedHeight: 0, fixedMainHeight: 0 };
  const context = { store, tip: summary(LAST), resourceChain, reads, pieces };
  return context as unknown as TestContext;
}

function argumentsOf(given: Readonly<Record<string, Value>>): (name: string) => Value {
  return (name) => given[name] ?? null;
}

async function piecesOf(answer: Answer): Promise<readonly string[]> {
  if (!("json" in answer)) throw new Error("It is a value. ");
  if (typeof answer.json === "string") return [answer.json];
  const pieces: string[] = [];
  for await (const piece of answer.json) pieces.push(piece);
  return pieces;
}

const heightsIn = (text: string): number[] =>
  Array.from(text.matchAll(/"(\d+)":\{/g), ([, height]) => Number(height));

describe("a long answer", () => {
  for (const sort of [1n, -1n])
    it(`ListBlock, sort ${sort}: is read in parts and has the order of a short one`, async () => {
      const context = contextOf({});
      const text = (await piecesOf(await listBlock(context, argumentsOf({ count: 600n, sort })))).join("");
      const ascending = Array.from({ length: 600 }, (_, index) => LAST - 599 + index);
      // Read as text: a map of JavaScript's own would put its numbers in order.
      deepStrictEqual(heightsIn(text), sort === 1n ? ascending.toReversed() : ascending);
      deepStrictEqual(context.reads, [256, 256, 88]);
    });

  it("ListBlock: ends with an error when blocks are undone meanwhile", async () => {
    const context = contextOf({ branchAfter: 1 });
    const answer = await listBlock(context, argumentsOf({ count: 600n }));
    await rejects(piecesOf(answer), { code: "BLOCK_GONE" });
  });

  it("GetBlocks: ends after the block with which it has 8 MiB", async () => {
    const pieces = await piecesOf(
      await getBlocks(contextOf({ length: 3 * MEGABYTE }), argumentsOf({ target: 1n, full: true })),
    );
    strictEqual(pieces.at(-1), "}");
    strictEqual(pieces.filter((piece) => /^[{,]"\d+":$/.test(piece)).length, 3);
  });

  it("GetBlocks: holds a block that is longer alone", async () => {
    const pieces = await piecesOf(
      await getBlocks(contextOf({ length: 70 * MEGABYTE }), argumentsOf({ target: 1n, full: true })),
    );
    strictEqual(pieces.filter((piece) => /^[{,]"\d+":$/.test(piece)).length, 1);
  });
  it("GetBlocks: reads neighbours of few transactions together, with the same text", async () => {
    const target = argumentsOf({ target: 1n, full: true });
    const few = contextOf({ count: 1 });
    const text = (await piecesOf(await getBlocks(few, target))).join("");
    strictEqual(text, (await piecesOf(await getBlocks(contextOf({ count: 17 }), target))).join(""));
    deepStrictEqual(few.reads, [256, ...Array.from({ length: 16 }, () => 16)]);
    const more = contextOf({ count: 6 });
    strictEqual((await piecesOf(await getBlocks(more, target))).join(""), text);
    deepStrictEqual(more.reads, [256, ...Array.from({ length: 128 }, () => 2)]);
  });

  it("GetBlocks: long neighbours of few transactions are read in pieces, with the same text", async () => {
    const target = argumentsOf({ target: 1n, full: true });
    const long = contextOf({ count: 1, length: MEGABYTE });
    const pieces = await piecesOf(await getBlocks(long, target));
    strictEqual(heightsIn(pieces.map((piece) => piece.slice(0, 100)).join("")).length, 9);
    strictEqual(long.pieces.filter((piece) => piece.startsWith("x")).length, 9);
    const other = await piecesOf(await getBlocks(contextOf({ count: 17, length: MEGABYTE }), target));
    strictEqual(pieces.join(""), other.join(""));
  });

  it("GetBlocks: ends with an error when blocks that are read together are undone meanwhile", async () => {
    const answer = await getBlocks(
      contextOf({ count: 1, branchAfter: 3 }),
      argumentsOf({ target: 1n, full: true }),
    );
    await rejects(piecesOf(answer), { code: "BLOCK_GONE" });
  });

  it("$get_blocks: reads no block that its window leaves out (PROTOCOL 7.36)", async () => {
    const context = contextOf({ count: 1500 });
    const text = await answerChainQuery(context, { operator: "get_blocks", from: 7, full: true });
    deepStrictEqual(heightsIn(text), [7]);
    strictEqual(context.pieces.filter((piece) => piece.startsWith("x")).length, 1);
  });
});
