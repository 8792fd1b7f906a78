import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { hashOf } from "../../../src/codec/hash.js";
import type { Value } from "../../../src/codec/value.js";
import type { Answer } from "../../../src/ledger/answer.js";
import type { RequestContext } from "../../../src/ledger/requests/answerer.js";
import { getBlocks } from "../../../src/ledger/requests/get-blocks.js";
import { listBlock } from "../../../src/ledger/requests/list-block.js";
import type { MainBlockSummary } from "../../../src/store/store.js";

const LAST = 700;
const MEGABYTE = 1_000_000;

function summary(height: number, branch = ""): MainBlockSummary {
  const hash = (of: number): string => hashOf(`${branch} ${of}`);
  return {
    height,
    s_timestamp: height,
    previous_blockhash: hash(height - 1),
    blockhash: hash(height),
    transaction_count: 1,
  };
}

/** A chain whose blocks have this many characters of transactions, and become those of a branch after some reads. */
function contextOf({ length = 10, branchAfter = Infinity }): RequestContext & { readonly reads: number[] } {
  const reads: number[] = [];
  const store = {
    mainBlockSummaries: async (from: number, to: number) => {
      reads.push(to - from + 1);
      const branch = reads.length > branchAfter ? "branch" : "";
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => summary(from + index, branch));
    },
    mainBlockBody: () => {
      async function* piece(text: string): AsyncGenerator<string> {
        yield text;
      }
      const [seal, universal_updates, local_updates] = [piece("{}"), piece("[]"), piece("[]")];
      return { seal, transactions: piece("x".repeat(length)), universal_updates, local_updates };
    },
  };
  const context = { store, tip: summary(LAST), resourceChain: { fixedHeight: 0, fixedMainHeight: 0 }, reads };
  return context as unknown as RequestContext & { readonly reads: number[] };
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

  it("GetBlocks: ends before it has 64 MB, after a whole block", async () => {
    const pieces = await piecesOf(
      await getBlocks(contextOf({ length: 5 * MEGABYTE }), argumentsOf({ target: 1n, full: true })),
    );
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    ok(length > 45 * MEGABYTE && length <= 64 * MEGABYTE);
    strictEqual(pieces.at(-1), "}");
    strictEqual(pieces.filter((piece) => /^[{,]"\d+":$/.test(piece)).length, 10);
  });

  it("GetBlocks: holds a block that is longer alone", async () => {
    const pieces = await piecesOf(
      await getBlocks(contextOf({ length: 70 * MEGABYTE }), argumentsOf({ target: 1n, full: true })),
    );
    strictEqual(pieces.filter((piece) => /^[{,]"\d+":$/.test(piece)).length, 1);
  });
});
