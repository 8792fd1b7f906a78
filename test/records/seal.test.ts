import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { hashMainBlock, readMainBlock } from "../../src/records/main-block.js";
import { createHypothesis, hypothesisHash } from "../../src/records/hypothesis.js";
import {
  assertSeal,
  createSeal,
  readSeal,
  sealToText,
  type Seal,
  type SealedContent,
} from "../../src/records/seal.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { testKey } from "../support/keys.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const rules = RULE_SETS[1];

describe("recorded seals (PROTOCOL 8.11, 9.9)", () => {
  it("are valid on the chain, whose only validator is the genesis address", () => {
    const genesis = textIn(mapIn(readVector("chain/network.json")).get("genesis_address"));
    const blocks = listIn(readVector("chain/main.json"));
    for (const record of blocks) {
      const block = readMainBlock(record);
      const { transactionRoot } = hashMainBlock(block);
      expect(() =>
        assertSeal(block.seal, { ...block, transactionRoot }, { slots: [genesis], rules }),
      ).not.to.throw();
    }
    expect(blocks).to.have.length(81);
  });

  it("are valid on mainnet for five of eight slots, but not for five of nine", () => {
    const block = readMainBlock(mapIn(readVector("mainnet.json")).get("main_block"));
    const content = { ...block, transactionRoot: hashMainBlock(block).transactionRoot };
    const signers = [...block.seal.keys()];
    const strangers = ["a", "b", "c", "d"].map((name) => testKey(name).address);
    expect(signers).to.have.length(5);
    expect(() =>
      assertSeal(block.seal, content, { slots: [...signers, ...strangers.slice(0, 3)], rules }),
    ).not.to.throw();
    expect(() => assertSeal(block.seal, content, { slots: [...signers, ...strangers], rules })).to.throw(
      ChainError,
      "5 of 9",
    );
  });
});

describe("assertSeal (PROTOCOL 8.11)", () => {
  const keys = ["1", "2", "3", "4", "5"].map(testKey);
  const slots = keys.map(({ address }) => address);
  const content: SealedContent = {
    previous_blockhash: "ab",
    s_timestamp: 2_000_000,
    transactionRoot: "cd",
    blockhash: "",
  };

  function sealOf(names: readonly number[], sTimestamp = content.s_timestamp, root = "cd"): Seal {
    return createSeal(
      names.map((name) =>
        createHypothesis(
          {
            hypothesis_hash: hypothesisHash("ab", root),
            previous_blockhash: "ab",
            s_timestamp: sTimestamp,
            chunks: new Map(),
          },
          testKey(String(name)).privateKey,
        ),
      ),
    );
  }
  const check =
    (seal: Seal, own: readonly string[] = slots) =>
    () =>
      assertSeal(seal, content, { slots: own, rules });

  it("accepts the newest slot's entry alone when it has the block's time", () => {
    expect(check(sealOf([5]))).not.to.throw();
    expect(check(sealOf([5], 1_000_000))).to.throw(ChainError, "1 of 5");
    expect(check(sealOf([5], 2_000_000, "xx"))).to.throw(ChainError, "0 of 5");
  });

  it("otherwise requires strictly more than 0.6 of the slots", () => {
    expect(check(sealOf([1, 2, 3]))).to.throw(ChainError, "3 of 5");
    expect(check(sealOf([1, 2, 3, 4]))).not.to.throw();
  });

  it("counts a validator once for each slot it holds", () => {
    const [one = "", two = "", three = ""] = slots;
    expect(check(sealOf([1, 2]), [one, one, one, two, three])).not.to.throw();
  });

  it("requires the latest valid entry to have the block's time", () => {
    const early = sealOf([1, 2, 3, 4], 1_000_000);
    expect(check(early)).to.throw(ChainError, "the latest valid entry is of 1000000");
    const mixed = new Map([...early, ...sealOf([2])]);
    expect(check(mixed)).not.to.throw();
  });

  it("does not count entries of others than validators, forged entries, or entries under another address", () => {
    const [one = "", two = ""] = slots;
    const seal = new Map(sealOf([1, 2, 3, 4]));
    const entry = seal.get(one);
    if (entry === undefined) throw new Error("The seal lacks its first signer. ");
    expect(check(new Map(seal).set(two, entry))).to.throw(ChainError, "3 of 5");
    expect(check(new Map(seal).set(one, { ...entry, signature: "00".repeat(64) }))).to.throw("3 of 5");
    expect(check(sealOf([7, 8, 9, 10]))).to.throw(ChainError, "0 of 5");
  });

  it("always throws when there is no validator", () => {
    expect(check(sealOf([1]), [])).to.throw(ChainError, "0 of 0");
  });

  it("refuses to read a seal with too many entries, or with an entry under a key that is not an address", () => {
    const [entry] = mapIn(parseJson(sealToText(sealOf([1])))).values();
    const listed = (signers: readonly string[]): (() => Seal) => {
      return () => readSeal(new Map(signers.map((signer) => [signer, entry ?? null])));
    };
    const signers = Array.from({ length: 257 }, (_, name) => testKey(`signer ${name}`).address);
    expect(listed(signers.slice(1))().size).to.equal(256);
    expect(listed(signers)).to.throw(ChainError).with.property("code", "RECORD_MALFORMED");
    expect(listed(["a".repeat(100_000)]))
      .to.throw(ChainError)
      .with.property("code", "RECORD_MALFORMED");
  });

  it("reads back what it prints", () => {
    const seal = sealOf([1, 2]);
    expect(readSeal(mapIn(parseJson(sealToText(seal))))).to.deep.equal(seal);
    expect(sealToText(new Map())).to.equal("[]");
  });
});
