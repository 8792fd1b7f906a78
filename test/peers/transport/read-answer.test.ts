import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { answerLimit, readPeerAnswer } from "../../../src/peers/transport/read-answer.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, objectToValue, type ValueMap } from "../../../src/codec/value.js";
import { expectRejection } from "../../support/expect-rejection.js";

const LIMIT = { maxBytes: 16 * 1024 * 1024, maxWeight: 10_000_000 };
const PIECE = 65_536;

/** All pieces are available at once, so only the reading yields to the event loop. */
async function* piecesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

describe("The answers of peers", () => {
  it("do not block the event loop while they are read, whatever their shape", async () => {
    const hostile = {
      "lists of half a million numbers": `[${`[${"0,".repeat(500_000)}0],`.repeat(2)}0]`,
      "a million numbers of twenty digits": `[${"12345678901234567890,".repeat(500_000)}0]`,
      "half a million lists": `[${"[0],".repeat(500_000)}0]`,
      "a map of 300,000 members": `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":0`).join()}}`,
      escapes: `["${"\\u0041".repeat(150_000)}",${`"${"\\n".repeat(400_000)}",`.repeat(4)}0]`,
    };
    for (const [name, text] of Object.entries(hostile)) {
      let turns = 0;
      let isDone = false;
      const count = (): void => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      await readPeerAnswer(piecesOf(text), LIMIT);
      isDone = true;
      expect(turns, name).to.be.greaterThan(3);
    }
  });

  it("are parsed as parseJson parses them", async () => {
    expect(await readPeerAnswer(piecesOf('{"code":200,"data":["é😀",1.5]}'), LIMIT)).to.deep.equal(
      objectToValue({ code: 200n, data: ["é😀", 1.5] }),
    );
  });

  it("are not parsed where they show a known record, however long it is", async () => {
    const record = `{"text":"${"x".repeat(3 * PIECE)}"}`;
    const records = `{"a":${record},"b":${record},"c":{"a":${record}}}`;
    const known = (key: string, inside: string): string | undefined =>
      key === "a" && inside === "transactions" ? record : undefined;
    const answer = await readPeerAnswer(
      piecesOf(`{"code":200,"data":{"transactions":${records},"chunks":${records}}}`),
      LIMIT,
      { known },
    );
    const shown = parseJson(records) as ValueMap;
    expect(memberOf(answer, "data")).to.deep.equal(
      new Map([
        ["transactions", new Map([...shown, ["a", null]])],
        ["chunks", shown],
      ]),
    );
  });

  it("give null when they are not JSON, not UTF-8, cut off or empty (PROTOCOL 1.7)", async () => {
    const cut = Buffer.from('"é"').subarray(0, 2);
    for (const text of ["<html>", Uint8Array.of(0x22, 0xff, 0x22), cut, '{"code":200', "", "[".repeat(600)])
      expect(await readPeerAnswer(piecesOf(text), LIMIT)).to.equal(null);
  });

  it("are refused as soon as they exceed their limit in length or weight", async () => {
    async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from("[");
      for (;;) yield Buffer.from("[],".repeat(1000));
    }
    const small = { maxBytes: 100_000, maxWeight: Infinity };
    await expectRejection(readPeerAnswer(endless(), small), "ANSWER_TOO_LARGE", "unreachable");
    await expectRejection(
      readPeerAnswer(endless(), { maxBytes: Infinity, maxWeight: 100_000 }),
      "ANSWER_TOO_LARGE",
      "unreachable",
    );
    const text = `["${"x".repeat(2 * 1024 * 1024)}"]`;
    await expectRejection(readPeerAnswer(piecesOf(text), LIMIT), "ANSWER_TOO_LARGE", "unreachable");
  });

  describe("of strangers that never end", () => {
    const shared = answerLimit("Broadcast", new Map());

    /** Lists, which take many times their text in memory. The answer stays open after them. */
    async function* unending(lists: number): AsyncGenerator<Uint8Array, void, undefined> {
      yield* piecesOf(`[${"[0],".repeat(lists)}`);
      await new Promise(() => undefined);
    }

    it("make room for others: the largest is given up, and a short one is read meanwhile", async () => {
      const hostile = Array.from({ length: 6 }, () => readPeerAnswer(unending(120_000), shared));
      const ended: unknown[] = [];
      for (const answer of hostile) answer.catch((reason: unknown) => ended.push(reason));
      expect(await readPeerAnswer(piecesOf('{"code":200}'), shared)).to.deep.equal(
        objectToValue({ code: 200n }),
      );
      await expectRejection(Promise.race(hostile), "ANSWER_TOO_LARGE", "unreachable");
      while (ended.length < 4) await nextTurn();
      expect(ended).to.have.length.below(6);
    });

    it("keep no room that the answer of a named host needs", async () => {
      const lists = `[${"[0],".repeat(400_000)}0]`;
      const named = await readPeerAnswer(piecesOf(lists), shared, { isNamed: true });
      expect(named).to.have.length(400_001);
      await expectRejection(readPeerAnswer(piecesOf(lists), shared), "ANSWER_TOO_LARGE", "unreachable");
    });
  });

  it("with blocks wait for each other when they are long, and none is given up", async () => {
    const full = answerLimit(
      "RawRequest",
      new Map([["request", objectToValue({ type: "GetBlock", full: true })]]),
    );
    const text = `[${"[0],".repeat(400_000)}0]`;
    const begun: number[] = [];
    async function* noting(index: number): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const piece of piecesOf(text)) {
        begun[index] = (begun[index] ?? 0) + 1;
        yield piece;
      }
    }
    const pieces = Math.ceil(text.length / PIECE);
    const answers = [0, 1, 2].map(async (index) => {
      const answer = await readPeerAnswer(noting(index), full);
      expect(answer).to.have.length(400_001);
      return index;
    });
    expect(await Promise.race(answers)).to.equal(0);
    // Together they may take 64 MB, and each takes more.
    expect(begun[2]).to.be.lessThan(pieces / 2);
    expect(await Promise.all(answers)).to.deep.equal([0, 1, 2]);
  });

  it("with a block may take little memory where a peer that the operator named can give it", async () => {
    const full = answerLimit(
      "RawRequest",
      new Map([["request", objectToValue({ type: "GetBlock", full: true })]]),
    );
    const text = `[${"[0],".repeat(400_000)}0]`;
    const read = readPeerAnswer(piecesOf(text), full, { mayBeLong: false });
    await expectRejection(read, "PEER_BLOCK_LONG", "unreachable");
    const short = `[${"[0],".repeat(100_000)}0]`;
    expect(await readPeerAnswer(piecesOf(short), full, { mayBeLong: false })).to.have.length(100_001);
  });

  it("have a limit for each question, the largest for a single full block", () => {
    const request = (type: string, full: boolean): ValueMap =>
      new Map([["request", objectToValue({ type, full })]]);
    const bytes = [
      answerLimit("RawRequest", request("GetBlock", true)),
      answerLimit("Broadcast", new Map()),
      answerLimit("RawRequest", request("GetBlocks", true)),
      answerLimit("RawRequest", request("GetBlocks", false)),
    ].map(({ maxBytes }) => maxBytes);
    expect(bytes).to.deep.equal(bytes.toSorted((left, right) => right - left));
    for (const limit of [
      answerLimit("Peer", new Map()),
      answerLimit("Round", new Map()),
      answerLimit("Broadcast", new Map([["chain_type", "resource"]])),
    ])
      expect(limit.maxBytes).to.equal(1024 * 1024);
  });
});
