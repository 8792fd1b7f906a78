import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { checksumOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { EMPTY, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { DEFAULT_CONSTANTS } from "../../src/records/network.js";
import {
  emptyResourceBlock,
  resourceBlockSummaryToText,
  resourceBlockToText,
  assertResourceBlock,
  assertResourceBlockFollows,
  createResourceBlock,
  EMPTY_RESOURCE_PARENT,
  readResourceBlock,
  receiptsToText,
  type ResourceBlock,
} from "../../src/records/resource-block.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const mainnetBlock = mapIn(mapIn(readVector("mainnet.json")).get("resource_block"));
const chain = listIn(readVector("chain/resource.json")).map(mapIn);
const genesis_address = textIn(mapIn(readVector("chain/network.json")).get("genesis_address"));
const network = { genesis_address, constants: DEFAULT_CONSTANTS, ruleSet: RULE_SETS[1] };

function changed(member: string, value: Value): ValueMap {
  return new Map(mainnetBlock).set(member, value);
}

function textsOf(block: ResourceBlock) {
  return { ...block, receipts: receiptsToText(block.receipts), receipt_count: block.receipts.size };
}

describe("recorded resource blocks (PROTOCOL 10.1, 10.2, 10.3)", () => {
  it("have a valid hash, proof of work and receipts: mainnet's block and all 42 of the chain", () => {
    for (const record of [mainnetBlock, ...chain]) {
      const block = readResourceBlock(record);
      expect(() => assertResourceBlock(block)).not.to.throw();
      expect(createResourceBlock(block, block.nonce)).to.deep.equal(block);
    }
    expect(chain).to.have.length(42);
  });

  it("print as they were recorded, in full and in summary", () => {
    for (const record of [mainnetBlock, ...chain]) {
      const block = readResourceBlock(record);
      expect(resourceBlockToText(textsOf(block))).to.equal(canonicalJson(record));
    }
    const [summary] = listIn(mapIn(readVector("mainnet.json")).get("resource_block_summaries")).map(mapIn);
    const block = readResourceBlock(new Map(summary).set("receipts", mainnetBlock.get("receipts") ?? EMPTY));
    expect(resourceBlockSummaryToText(textsOf(block))).to.equal(canonicalJson(summary ?? null));
  });

  it("print as JSON with any characters in their addresses: only the checksum must match (PROTOCOL 2.4)", () => {
    const odd = `","x":"${"z".repeat(33)}`;
    const address = odd + checksumOf(odd);
    const block = readResourceBlock(changed("miner", address));
    for (const text of [resourceBlockToText(textsOf(block)), resourceBlockSummaryToText(textsOf(block))])
      expect(memberOf(parseJson(text), "miner")).to.equal(address);
  });

  it("have the hash and the work of mainnet's first block, which has no receipts", () => {
    const [first] = mapIn(mapIn(readVector("mainnet.json")).get("first_resource_blocks")).values();
    const block = readResourceBlock(new Map(mapIn(first)).set("receipts", EMPTY));
    expect(block.height).to.equal(1);
    expect(() => assertResourceBlock(block)).not.to.throw();
  });

  it("follow one another from height 1 (PROTOCOL 10.5)", () => {
    let parent: typeof EMPTY_RESOURCE_PARENT = EMPTY_RESOURCE_PARENT;
    for (const record of chain) {
      const block = readResourceBlock(record);
      assertResourceBlockFollows(block, { parent, difficulty: "100000", now: block.timestamp, network });
      parent = block;
    }
    expect(parent.height).to.equal(42);
  });
});

describe("readResourceBlock", () => {
  const refusals: [string, Value | undefined, string][] = [
    ["nothing", undefined, "must be a map"],
    ["a nonce of 65 characters", changed("nonce", "0".repeat(65)), "nonce must have at most 64"],
    ["a nonce that is a number", changed("nonce", 5n), "nonce must be a string"],
    ["a difficulty of 0", changed("difficulty", "0"), "difficulty must be whole decimal text"],
    ["a difficulty that is a number", changed("difficulty", 5n), "difficulty must be a string"],
    ["a fractional difficulty", changed("difficulty", "1.5"), "difficulty must be whole decimal text"],
    [
      "a validator that is not an address",
      changed("validator", "0".repeat(44)),
      "validator must be an address",
    ],
    ["receipts that are a list", changed("receipts", ["x"]), "receipts must be a map"],
    ["a malformed receipt", changed("receipts", new Map([["a", "x"]])), "receipt: it must be a map"],
    [
      "257 receipts",
      changed("receipts", new Map(Array.from({ length: 257 }, (_, index) => [`r${index}`, EMPTY]))),
      "receipts must be at most 256",
    ],
  ];
  for (const [what, value, message] of refusals) {
    it(`refuses ${what}`, () => {
      expect(() => readResourceBlock(value))
        .to.throw(ChainError, message)
        .with.property("code", "RECORD_MALFORMED");
    });
  }
});

describe("assertResourceBlock (PROTOCOL 10.3, 10.4)", () => {
  const block = readResourceBlock(mainnetBlock);

  it("refuses a changed content, too little work, and a receipt under another address", () => {
    const code = (candidate: ResourceBlock, expected: string) =>
      expect(() => assertResourceBlock(candidate))
        .to.throw(ChainError)
        .with.property("code", expected);
    code({ ...block, height: 5 }, "RESOURCE_BLOCK_HASH");
    code({ ...block, nonce: "0" }, "RESOURCE_BLOCK_HASH");
    code({ ...block, receipts: new Map() }, "RESOURCE_BLOCK_HASH");
    code({ ...block, difficulty: (2n ** 255n).toString() }, "PROOF_OF_WORK");
    const [receipt] = block.receipts.values();
    if (receipt === undefined) throw new Error("The recorded block lacks its receipt. ");
    code({ ...block, receipts: new Map([[block.miner, receipt]]) }, "RECEIPT_SIGNER");
  });
});

describe("assertResourceBlockFollows (PROTOCOL 10.4)", () => {
  const [, , record] = chain;
  const block = readResourceBlock(record);
  const parent = readResourceBlock(chain[1]);
  const place = { parent, difficulty: block.difficulty, now: block.timestamp, network };
  const on =
    (change: Partial<ResourceBlock>, other: Partial<typeof place> = {}) =>
    () =>
      assertResourceBlockFollows({ ...block, ...change }, { ...place, ...other });

  it("accepts the recorded block after its parent", () => {
    expect(on({})).not.to.throw();
    expect(on({ timestamp: parent.timestamp + 1_000_001 })).not.to.throw();
  });

  it("names the rule that is broken", () => {
    expect(on({ height: 9 })).to.throw(ChainError, "the parent has height 2");
    expect(on({ previous_blockhash: block.blockhash })).to.throw(ChainError, "another parent");
    expect(on({}, { difficulty: "7" })).to.throw(ChainError, "the difficulty must be 7");
    expect(on({}, { parent: { ...parent, main_height: 99 } })).to.throw(ChainError, "older main block");
    expect(on({ timestamp: parent.timestamp + 1_000_000 })).to.throw(ChainError, "an interval later");
    expect(on({}, { now: block.timestamp - 5_000_000 })).to.throw(ChainError, "clocks differ");
    expect(on({ validator: parent.blockhash })).to.throw(ChainError, "genesis address");
  });
});

describe("the empty resource block (PROTOCOL 13.10; http.json)", () => {
  it("matches the recording", () => {
    const exchange = listIn(readVector("http.json"))
      .map(mapIn)
      .find((candidate) => candidate.get("name") === 'GetResourceBlock {"target":"abc"}');
    const body = parseJson(textIn(memberOf(exchange, "body")));
    expect(resourceBlockSummaryToText(emptyResourceBlock(DEFAULT_CONSTANTS.default_difficulty))).to.equal(
      canonicalJson(memberOf(body, "data") ?? null),
    );
  });
});
