import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { padStateKey, statePrefix } from "../../../src/codec/state-key.js";
import {
  entriesOf,
  isContainer,
  memberOf,
  sizeOf,
  type Value,
  type ValueMap,
} from "../../../src/codec/value.js";
import { answerChainQuery } from "../../../src/ledger/requests/chain-queries.js";
import type { RequestContext } from "../../../src/ledger/requests/answerer.js";
import { parseCode } from "../../../src/records/code.js";
import { runRequest, compileMethod } from "../../../src/vm/machine.js";
import { NO_STATE } from "../../support/machine-calls.js";
import { recordedMainBlocks, recordedNetwork, recordedResourceBlocks } from "../../support/recorded-chain.js";
import { openRecordedLedger, type TempLedger } from "../../support/recorded-ledger.js";
import { listIn, mapIn, textIn } from "../../support/vectors.js";

const { rootSpace, prefixes, genesis_address } = recordedNetwork();

/** 81 main blocks, 320 transactions, 42 resource blocks, and the codes of the recorded chain. */
describe("The chain operators of registered requests (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39)", () => {
  let temp: TempLedger;
  before(async () => {
    temp = await openRecordedLedger();
  });
  after(() => temp.remove());

  /** The answer of a request in the root space whose response is the expression. */
  async function answerTo(expression: string): Promise<Value> {
    const method = {
      format: "method",
      kind: "request",
      name: "Ask",
      version: "1",
      writer: ZERO_ADDRESS,
      space: rootSpace,
      parameters: [],
      executions: [parseJson(`{"$response":[${expression}]}`)],
    } as const;
    const call = {
      program: compileMethod(method),
      postProcess: null,
      parameters: new Map(),
      implicit: null,
    };
    const execution = await runRequest(call, {
      loadState: () => Promise.resolve({ view: NO_STATE, length: 0 }),
      answer: (query) => answerChainQuery(contextOf(temp), query),
    });
    if (!execution.ok) throw new Error(execution.message);
    return execution.result;
  }

  const keysOf = (container: Value): readonly string[] =>
    isContainer(container) ? Array.from(entriesOf(container), ([key]) => key) : expect.fail("No container. ");
  const heightsIn = (container: Value): readonly unknown[] =>
    isContainer(container)
      ? Array.from(entriesOf(container), ([, block]) => memberOf(block, "height"))
      : expect.fail("No container. ");

  for (const chain of ["main", "resource"] as const) {
    const infix = chain === "main" ? "" : "resource_";
    const blocks = chain === "main" ? recordedMainBlocks() : recordedResourceBlocks();
    const body = chain === "main" ? "transactions" : "receipts";
    const count = chain === "main" ? "transaction_count" : "receipt_count";
    const last = blocks.at(-1);
    const block = (target: string): Promise<Value> => answerTo(`{"$get_${infix}block":[${target}]}`);

    describe(`$get_${infix}block`, () => {
      it("takes a number as a height, text as a blockhash, null as the latest", async () => {
        const fifth = blocks[4];
        expect(memberOf(await block("5"), "blockhash")).to.equal(fifth?.blockhash);
        expect(memberOf(await block(`"${fifth?.blockhash}"`), "height")).to.equal(5n);
        expect(memberOf(await block(""), "height")).to.equal(BigInt(last?.height ?? 0));
        expect(memberOf(await block("null"), "height")).to.equal(BigInt(last?.height ?? 0));
      });

      it(`returns the empty block of height 0 for the text "5" or an unknown height`, async () => {
        for (const target of [`"5"`, `""`, "0", "-1", "1000", "true"])
          expect(memberOf(await block(target), "height"), target).to.equal(0n);
      });

      it("returns a summary unless full is given", async () => {
        expect(memberOf(await block("5"), body)).to.equal(undefined);
        expect(memberOf(await block("5"), count)).to.be.a("bigint");
        expect(memberOf(await block("5,true"), count)).to.equal(undefined);
        expect(memberOf(await block("5,true"), body)).not.to.equal(undefined);
      });
    });

    describe(`$list_${infix}block`, () => {
      const list = (args: string): Promise<Value> => answerTo(`{"$list_${infix}block":[${args}]}`);

      it("lists 20 summaries by blockhash, newest first, from page 1", async () => {
        const page = await list("");
        const newest = blocks.toReversed();
        expect(keysOf(page)).to.deep.equal(newest.slice(0, 20).map(({ blockhash }) => blockhash));
        expect(keysOf(await list("2,5"))).to.deep.equal(
          newest.slice(5, 10).map(({ blockhash }) => blockhash),
        );
        expect(memberOf(memberOf(page, last?.blockhash ?? ""), count)).to.be.a("bigint");
      });

      it("is empty after the first block, and has the empty block on a page before the first", async () => {
        expect(await list("100")).to.deep.equal([]);
        expect(keysOf(await list("0"))).to.deep.equal([""]);
        expect(heightsIn(await list("0"))).to.deep.equal([0n]);
      });
    });

    describe(`$get_${infix}blocks`, () => {
      const get = (args: string): Promise<Value> => answerTo(`{"$get_${infix}blocks":[${args}]}`);

      it("returns summaries by height, from a height, where any below 1 means 1", async () => {
        const from = await get("7");
        expect(keysOf(from)).to.deep.equal(blocks.slice(6).map(({ height }) => String(height)));
        expect(memberOf(memberOf(from, "7"), count)).to.be.a("bigint");
        for (const target of ["", "0", "-3", `"abc"`])
          expect(sizeOf(mapIn(await get(target))), target).to.equal(blocks.length);
      });

      it("returns full blocks when full is given", async () => {
        const [first] = entriesOf(mapIn(await get(`${blocks.length},true`)));
        expect(memberOf(first?.[1], body)).not.to.equal(undefined);
      });
    });
  }

  describe("$get_transaction", () => {
    const get = (target: string): Promise<Value> => answerTo(`{"$get_transaction":[${target}]}`);
    const transactions = recordedMainBlocks().flatMap((block) => block.transactions);

    it("returns the record of a hash, the latest for any value but text, and nothing for other text", async () => {
      const first = transactions[0];
      expect(memberOf(await get(`"${first?.hash}"`), "signature")).to.equal(first?.signature);
      const latest = await get("");
      expect(memberOf(latest, "signature")).to.equal(transactions.at(-1)?.signature);
      for (const target of ["null", "5", "[]"]) expect(await get(target), target).to.deep.equal(latest);
      for (const target of [`""`, `"abc"`, `"${"0".repeat(78)}"`])
        expect(await get(target), target).to.deep.equal([]);
    });
  });

  describe("$list_transaction", () => {
    it("lists the newest by hash: 20, or the given count", async () => {
      const newest = (await answerTo(`{"$list_transaction":[]}`)) as ValueMap;
      expect(newest.size).to.equal(20);
      expect(memberOf([...newest.values()][0], "public_key")).to.be.a("string");
      const three = await answerTo(`{"$list_transaction":[3]}`);
      expect(keysOf(three)).to.deep.equal([...newest.keys()].slice(0, 3));
      expect(await answerTo(`{"$list_transaction":["abc"]}`)).to.deep.equal([]);
    });
  });

  describe("codes", () => {
    const codes = async (kind: string): Promise<ValueMap> =>
      mapIn(memberOf(await answerTo(`{"$list_code":[]}`), kind));

    it("$list_code lists both kinds, each text under its id padded to 64", async () => {
      expect(keysOf(await answerTo(`{"$list_code":[]}`))).to.deep.equal(["contracts", "requests"]);
      const contracts = await codes("contracts");
      expect([...contracts.keys()].every((id) => id.length === 64)).to.equal(true);
      const names = [...contracts.values()].map((text) => parseCode(textIn(text)).name);
      expect(names).to.include.members(["Send", "Refine"]);
      const second = mapIn(memberOf(await answerTo(`{"$list_code":[2,1]}`), "contracts"));
      expect([...second.keys()]).to.deep.equal([...contracts.keys()].slice(1, 2));
    });

    it("$get_code returns one entry, under the whole padded key: the text or null", async () => {
      const [id = "", text] = [...(await codes("contracts"))][0] ?? [];
      const short = id.replace(/(?:00)+$/, "");
      const found = mapIn(await answerTo(`{"$get_code":["contract","${short}"]}`));
      expect([...found]).to.deep.equal([[prefixes.contract + id, text]]);
      const missing = mapIn(await answerTo(`{"$get_code":["request","abcd"]}`));
      expect([...missing]).to.deep.equal([[padStateKey(`${prefixes.request}abcd`), null]]);
      expect(await answerTo(`{"$get_code":["thing","abcd"]}`)).to.equal("");
      expect(await answerTo(`{"$get_code":[]}`)).to.deep.equal([]);
    });

    it("$code_count counts both kinds as integers", async () => {
      const counts = await answerTo(`{"$code_count":[]}`);
      expect(memberOf(counts, "contracts")).to.equal(BigInt((await codes("contracts")).size));
      expect(memberOf(counts, "requests")).to.be.a("bigint");
    });
  });

  describe("$list_universal", () => {
    const list = (args: string): Promise<Value> => answerTo(`{"$list_universal":["balance"${args}]}`);
    const prefix = statePrefix(ZERO_ADDRESS, rootSpace, "balance");

    it("pages from 0, treats a negative page as the first, and returns full padded keys in order", async () => {
      const all = await list("");
      const keys = keysOf(all);
      expect(keys.length).to.be.greaterThan(1);
      expect(keys).to.deep.equal(keys.toSorted());
      expect(keys.every((key) => key.startsWith(prefix) && key.length === 128)).to.equal(true);
      expect(memberOf(all, padStateKey(prefix + genesis_address))).to.be.a("string");
      expect(keysOf(await list(",0,1"))).to.deep.equal(keys.slice(0, 1));
      expect(keysOf(await list(",-1,1"))).to.deep.equal(keys.slice(0, 1));
      expect(keysOf(await list(",1,1"))).to.deep.equal(keys.slice(1, 2));
      expect(await list(",1000000000000000000,100")).to.deep.equal([]);
    });

    it("is empty for another attribute, and fails without one", async () => {
      expect(await answerTo(`{"$list_universal":["nothing"]}`)).to.deep.equal([]);
      const error = await answerTo(`{"$list_universal":[]}`).catch((caught: Error) => caught.message);
      expect(error).to.equal("$list_universal needs an attribute. ");
    });
  });
});

describe("$list_universal returns 50 cells by default, and at most 100 (PROTOCOL 7.35)", () => {
  it("asks for that many", async () => {
    const asked: Value[] = [];
    const program = compileMethod(
      parseCode(
        `{"t":"request","m":"0.2.0","n":"Ask","v":"1","s":"s","w":"${ZERO_ADDRESS}","p":[],` +
          `"e":[[{"$list_universal":["a"]},{"$list_universal":["a",2,1000]},{"$list_code":[0]}]]}`,
      ),
    );
    await runRequest(
      { program, postProcess: null, parameters: new Map(), implicit: null },
      {
        loadState: () => Promise.resolve({ view: NO_STATE, length: 0 }),
        answer: async (query) => {
          if ("page" in query) asked.push([query.operator, BigInt(query.page), BigInt(query.count)]);
          return "[]";
        },
      },
    );
    expect(asked).to.deep.equal(
      listIn(parseJson(`[["list_universal",0,50],["list_universal",2,100],["list_code",1,50]]`)),
    );
  });
});

function contextOf({ ledger, store }: TempLedger): RequestContext {
  const { network, registry, tip, resourceChain } = ledger;
  return { store, network, registry, tip, resourceChain };
}
