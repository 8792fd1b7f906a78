import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { Value } from "../../src/codec/value.js";
import {
  runRequest,
  COSTS,
  SURCHARGES,
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
    const many = Array.from({ length: 300 }, (_, each) => `{"$get_transaction":["${each}"]}`).join(",");
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

    it("stops a request before it skips cells or codes that are not paid for", async () => {
      const { source, asked } = chainOf(() => "an entry");
      const affordable = Math.floor(MAX_REQUEST_WORK / SURCHARGES.skippedEntry / 100);
      expect(await answerTo(`{"$list_universal":["a",${affordable - 10},100]}`, source)).to.include({
        ok: true,
      });
      // An entry so far behind, and the page.
      expect(asked).to.have.length(2);
      for (const query of [
        `{"$list_universal":["a",${affordable},100]}`,
        `{"$list_universal":["a",${"9".repeat(18)}]}`,
        `{"$list_code":[${affordable + 1},100]}`,
      ])
        expect(resultOf(await answerTo(query, source)), query).to.equal("Too long processing. ");
      expect(asked).to.have.length(2 + 3);
    });

    it("gives a page far behind the last cell or code as empty", async () => {
      const codes = new Map<string, Value>([
        ["contracts", []],
        ["requests", []],
      ]);
      const { source, asked } = chainOf(({ operator }) => (operator === "list_code" ? codes : []));
      expectValue(resultOf(await answerTo(`{"$list_universal":["a",${"9".repeat(18)},100]}`, source)), []);
      expectValue(resultOf(await answerTo(`{"$list_code":[${"9".repeat(18)},100]}`, source)), codes);
      expect(asked).to.have.length(2);
    });

    it("counts each query, however short its answer", async () => {
      const { cost, work } = await answerTo(
        `[{"$block_count":[]},{"$code_count":[]}]`,
        chainOf(() => 1n).source,
      );
      expect(cost - work).to.be.at.least(2 * SURCHARGES.query);
    });

    it("counts each cell that is read from the chain, however short", async () => {
      const reads = Array.from({ length: 8 }, (_, at) => `{"$read_universal":["a","0${at}"]}`).join(",");
      const { cost, work } = await answerTo(`[${reads}]`, chainOf(() => null).source);
      expect(cost - work).to.be.at.least(8 * SURCHARGES.loadedCell);
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
