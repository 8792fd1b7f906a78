import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { Value } from "../../src/codec/value.js";
import {
  runRequest,
  COSTS,
  MAX_REQUEST_WORK,
  type ChainQuery,
  type Execution,
  type RequestSource,
} from "../../src/vm/machine.js";
import { describeMachine } from "../support/describe-machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";
import { expectValue } from "../support/machine-vectors.js";

/** A request source with computed answers, and the queries it received, in order. */
function chainOf(answer: (query: ChainQuery) => Value): { source: RequestSource; asked: ChainQuery[] } {
  const asked: ChainQuery[] = [];
  const source: RequestSource = {
    loadState: () => Promise.resolve({ view: NO_STATE, length: 0 }),
    answer: (query) => {
      asked.push(query);
      return Promise.resolve(canonicalJson(answer(query)));
    },
  };
  return { source, asked };
}

async function answerTo(expression: string, source: RequestSource): Promise<Execution> {
  return runRequest(callWith(`[{"$response":[${expression}]}]`, { kind: "request" }), source);
}

function resultOf(execution: Execution): Value {
  return execution.ok ? execution.result : execution.message;
}

describeMachine("Requests that query the chain (PROTOCOL 5.7, 7.36, 7.37)", () => {
  it("load each query once and run again with the answers", async () => {
    const { source, asked } = chainOf(() => 7n);
    const execution = await answerTo(
      `{"$add":[{"$block_count":[]},{"$block_count":[]},{"$code_count":[]}]}`,
      source,
    );
    expect(resultOf(execution)).to.equal("21");
    expect(asked.map(({ operator }) => operator)).to.deep.equal(["block_count", "code_count"]);
  });

  it("send a query that depends on an answer in a later round", async () => {
    const { source, asked } = chainOf((query) => (query.operator === "block_count" ? 9n : "block"));
    const execution = await answerTo(`{"$get_block":[{"$block_count":[]},true]}`, source);
    expect(resultOf(execution)).to.equal("block");
    expect(asked.at(-1)).to.deep.equal({ operator: "get_block", target: 9, full: true });
  });

  it("ignore a failure of a run with a missing answer", async () => {
    const { source } = chainOf(() => ["1", "2"]);
    const execution = await answerTo(`{"$div":[{"$get":[{"$get_transaction":["a"]},0]},"2"]}`, source);
    expect(resultOf(execution)).to.equal("0");
    const needing = await answerTo(`{"$list_universal":[{"$get":[{"$get_transaction":["a"]},"0"]}]}`, source);
    expectValue(resultOf(needing), ["1", "2"]);
  });

  it("read a state key that comes from an answer", async () => {
    const loaded: string[] = [];
    const source: RequestSource = {
      loadState: (keys) => {
        loaded.push(...keys.universal);
        return Promise.resolve({ view: { read: () => "value" }, length: 7 });
      },
      answer: () => Promise.resolve('"abcd"'),
    };
    expect(resultOf(await answerTo(`{"$read_universal":["a",{"$get_transaction":["x"]}]}`, source))).to.equal(
      "value",
    );
    expect(loaded.map((key) => key.slice(64, 70))).to.deep.equal(["abcd00"]);
  });

  it("stop after a bounded number of rounds", async () => {
    const { source, asked } = chainOf(() => "x");
    const nested = `${`{"$get_transaction":[`.repeat(20)}"a"${"]}".repeat(20)}`;
    const { source: deep } = chainOf((query) => ("hash" in query ? `${query.hash}x` : "x"));
    expect(resultOf(await answerTo(nested, deep))).to.equal("The request asks the chain too much. ");
    expect(resultOf(await answerTo(nested, source))).to.equal("x");
    expect(asked.length).to.be.below(8);
  });

  it("stop after a bounded number of queries", async () => {
    const { source, asked } = chainOf(() => null);
    const many = Array.from({ length: 300 }, (_, page) => `{"$list_code":[${page}]}`).join(",");
    expect(resultOf(await answerTo(`[${many}]`, source))).to.equal("The request asks the chain too much. ");
    expect(asked.length).to.equal(256);
  });

  it("fail with the message of a failed condition", async () => {
    const call = callWith(`[{"$condition":[false,"No. "]}]`, { kind: "request" });
    const execution = await runRequest(call, chainOf(() => null).source);
    expect(execution).to.deep.include({ ok: false, reason: "refusal", message: "No. ", weight: 0n });
  });

  describe("count the work of all their passes together, since they cost their sender nothing", () => {
    it("stops a request whose passes together exceed the limit", async () => {
      const digits = "7".repeat(100_000);
      const work = `{"$mul":["${digits}","${digits}"]}`;
      const { source } = chainOf(() => 1n);
      const once = await answerTo(`{"$strlen":[${work}]}`, source);
      expect(once.work).to.be.within(MAX_REQUEST_WORK / 2, MAX_REQUEST_WORK);
      const twice = await answerTo(`[{"$strlen":[${work}]},{"$block_count":[]}]`, source);
      expect(resultOf(twice)).to.equal("Too long processing. ");
    });

    it("stops a request whose answers are too long together", async () => {
      const long = "x".repeat(MAX_REQUEST_WORK / COSTS.json / 4);
      const { source, asked } = chainOf(() => long);
      expect((await answerTo(`{"$get_transaction":["a"]}`, source)).ok).to.equal(true);
      const four = ["a", "b", "c", "d"].map((hash) => `{"$get_transaction":["${hash}"]}`).join(",");
      expect(resultOf(await answerTo(`[${four}]`, source))).to.equal("Too long processing. ");
      expect(asked).to.have.length(1 + 4);
    });
  });
});
