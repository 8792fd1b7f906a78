import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { EMPTY, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import {
  EMPTY_MAIN_BLOCK,
  mainBlockSummaryToText,
  mainBlockToText,
  assertBlockLimits,
  assertMainBlockFollows,
  hashMainBlock,
  readMainBlock,
} from "../../src/records/main-block.js";
import { sealToText } from "../../src/records/seal.js";
import { readTransactionRecord } from "../../src/records/transaction.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const mainnet = mapIn(readVector("mainnet.json"));
const mainnetBlock = mapIn(mainnet.get("main_block"));
const chain = listIn(readVector("chain/main.json")).map(mapIn);
const recorded = [mainnetBlock, ...chain];

/** A recorded block with one member replaced. */
function changed(member: string, value: Value): ValueMap {
  return new Map(mainnetBlock).set(member, value);
}

describe("recorded main blocks (PROTOCOL 8.1, 8.6)", () => {
  it("have the hash of their content: mainnet's block and all 81 of the chain", () => {
    for (const record of recorded) {
      const block = readMainBlock(record);
      expect(hashMainBlock(block).blockhash).to.equal(block.blockhash);
    }
    expect(recorded).to.have.length(82);
  });

  it("print as they were recorded, in full", () => {
    for (const record of recorded) {
      const block = readMainBlock(record);
      const { universal, local } = hashMainBlock(block);
      const text = mainBlockToText({
        ...block,
        seal: sealToText(block.seal),
        transactions: `{${block.transactions.map(({ hash, text }) => `"${hash}":${text}`).join(",")}}`,
        universal_updates: universal.text,
        local_updates: local.text,
      });
      expect(text).to.equal(canonicalJson(record));
    }
  });

  it("print as they were recorded, in summary", () => {
    const block = readMainBlock(mainnetBlock);
    const summary = memberOf(mainnet.get("main_block_summaries"), String(block.height)) ?? EMPTY;
    expect(mainBlockSummaryToText({ ...block, transaction_count: block.transactions.length })).to.equal(
      canonicalJson(summary),
    );
  });

  it("follow one another from height 1", () => {
    let tip = null;
    for (const record of chain) {
      const block = readMainBlock(record);
      assertMainBlockFollows(block, tip);
      tip = block;
    }
    expect(tip?.height).to.equal(81);
  });
});

describe("a main block's hash (PROTOCOL 8.6)", () => {
  const block = readMainBlock(mainnetBlock);
  const hash = block.blockhash;

  it("covers height, time, parent, transactions and both kinds of updates", () => {
    const other = readMainBlock(chain[1]);
    const changes = [
      { height: 1 },
      { s_timestamp: 1 },
      { previous_blockhash: hash },
      { transactions: other.transactions },
      { universal_updates: block.local_updates },
      { local_updates: new Map([["00", { old: null, new: 1n }]]) },
    ];
    for (const change of changes) expect(hashMainBlock({ ...block, ...change }).blockhash).not.to.equal(hash);
  });

  it("does not depend on the order of the updates", () => {
    const universal_updates = new Map([...block.universal_updates].toReversed());
    expect(hashMainBlock({ ...block, universal_updates }).blockhash).to.equal(hash);
  });

  it("is defined for a block without updates", () => {
    const empty = { universal_updates: new Map(), local_updates: new Map() };
    expect(hashMainBlock({ ...block, ...empty }).universal).to.deep.equal({ text: "[]", leaves: [] });
  });
});

describe("readMainBlock (PROTOCOL 4.3, 8.1, 8.10)", () => {
  const refusals: [string, Value | undefined, string][] = [
    ["nothing", undefined, "must be a map"],
    ["a list", [1n], "must be a map"],
    ["a height that is text", changed("height", "5"), "height must be an integer"],
    ["a negative height", changed("height", -1n), "height must be an integer"],
    ["a time beyond 2^53", changed("s_timestamp", 2n ** 53n), "s_timestamp must be an integer"],
    ["a float", changed("height", 1.5), "height must be an integer"],
    ["a short blockhash", changed("blockhash", "00"), "blockhash must be 78"],
    ["an upper-case parent", changed("previous_blockhash", "A".repeat(78)), "previous_blockhash must be"],
    ["a blockhash with a line feed", changed("blockhash", `${"0".repeat(78)}\n`), "blockhash must be 78"],
    ["a seal that is text", changed("seal", "x"), "seal must be a map"],
    ["a malformed seal entry", changed("seal", new Map([["a", "b"]])), "seal entry: it must be a map"],
    [
      "an update longer than any state value",
      changed(
        "local_updates",
        new Map([
          [
            "a",
            new Map([
              ["old", null],
              ["new", "x".repeat(65_537)],
            ]),
          ],
        ]),
      ),
      "values of state",
    ],
    [
      "an update of more values than any state value",
      changed(
        "local_updates",
        new Map([
          [
            "a",
            new Map<string, Value>([
              ["old", Array.from({ length: 40_000 }, () => [])],
              ["new", null],
            ]),
          ],
        ]),
      ),
      "values of state",
    ],
    ["updates without new", changed("local_updates", parseJson('{"a":{"old":1}}')), "old and new"],
    [
      "updates with more",
      changed("local_updates", parseJson('{"a":{"old":1,"new":2,"x":3}}')),
      "old and new",
    ],
    ["updates that are a list", changed("universal_updates", ["x"]), "universal_updates must be a map"],
  ];
  for (const [what, value, message] of refusals) {
    it(`refuses ${what}`, () => {
      expect(() => readMainBlock(value))
        .to.throw(ChainError, message)
        .with.property("code", "RECORD_MALFORMED");
    });
  }

  it("refuses a transaction under another hash, and two in the wrong order", () => {
    const [record] = mapIn(mainnetBlock.get("transactions")).values();
    const listed = (entries: [string, Value][]) => () =>
      readMainBlock(changed("transactions", new Map(entries)));
    expect(listed([["0".repeat(78), record ?? EMPTY]])).to.throw(ChainError, "each under its hash");
    const block = chain.find((candidate) => mapIn(candidate.get("transactions")).size > 1);
    const reversed = [...mapIn(block?.get("transactions"))].toReversed();
    expect(listed(reversed)).to.throw(ChainError, "in ascending order");
  });

  it("refuses a block without transactions, with 2,049, or with too many bytes", () => {
    expect(() => readMainBlock(changed("transactions", EMPTY))).to.throw(ChainError, "has no transaction");
    const [record] = mapIn(mainnetBlock.get("transactions")).values();
    const tx = readTransactionRecord(record);
    expect(() => assertBlockLimits(Array.from({ length: 2048 }, () => tx))).not.to.throw();
    expect(() => assertBlockLimits(Array.from({ length: 2049 }, () => tx)))
      .to.throw(ChainError)
      .with.property("code", "BLOCK_LIMIT");
    const large = { ...tx, size: 1_048_576 };
    expect(() => assertBlockLimits(Array.from({ length: 16 }, () => large))).not.to.throw();
    expect(() => assertBlockLimits([...Array.from({ length: 16 }, () => large), tx])).to.throw("bytes");
    const many = new Map(Array.from({ length: 2049 }, (_, index) => [String(index + 5), record ?? EMPTY]));
    expect(() => readMainBlock(changed("transactions", many))).to.throw(ChainError, "more than 2048");
  });
});

describe("assertMainBlockFollows (PROTOCOL 8.10)", () => {
  const block = readMainBlock(mainnetBlock);

  it("requires the next height and the tip's hash", () => {
    const tip = { height: block.height - 1, blockhash: block.previous_blockhash };
    expect(() => assertMainBlockFollows(block, tip)).not.to.throw();
    expect(() => assertMainBlockFollows(block, { ...tip, height: 5 })).to.throw(
      ChainError,
      "does not follow block 5",
    );
    expect(() => assertMainBlockFollows(block, { ...tip, blockhash: "x" })).to.throw(
      ChainError,
      "of this chain",
    );
    expect(() => assertMainBlockFollows(block, null)).to.throw(ChainError, "does not follow block 0");
  });
});

describe("the empty main block (PROTOCOL 13.10; http.json)", () => {
  it("matches the recording", () => {
    const exchange = listIn(readVector("http.json"))
      .map(mapIn)
      .find((candidate) => candidate.get("name") === 'GetBlock {"target":"abc"}');
    const body = parseJson(textIn(memberOf(exchange, "body")));
    expect(mainBlockSummaryToText({ ...EMPTY_MAIN_BLOCK, transaction_count: 0 })).to.equal(
      canonicalJson(memberOf(body, "data") ?? null),
    );
    expect(mainBlockToText(EMPTY_MAIN_BLOCK)).to.contain('"transactions":[],"universal_updates":[]');
  });
});
