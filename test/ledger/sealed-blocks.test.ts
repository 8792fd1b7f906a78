import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import type { ExecutedBlock } from "../../src/ledger/execute-block.js";
import { rebuildMainBlock } from "../../src/ledger/import/rebuild-block.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { createHypothesis } from "../../src/records/hypothesis.js";
import { hashMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { createNetwork } from "../../src/records/network.js";
import { createSeal, sealToText } from "../../src/records/seal.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import {
  OFFICE_START_US,
  openValidatorStore,
  prepareValidatorChain,
  type ValidatorChain,
} from "../support/validator-chain.js";

const [ALICE, BOB] = devAccounts() as [KeyPair, KeyPair];
const SECOND_US = 1_000_000;
const ROUND_US = OFFICE_START_US + 60 * SECOND_US;
const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

describe("A main block of rules 2 (PROTOCOL 16.1, 16.2)", () => {
  let chain: ValidatorChain;
  let ledger: Ledger;
  let executed: ExecutedBlock;
  let sealed: MainBlock;

  before(async () => {
    chain = await prepareValidatorChain(SLOTS, undefined, { rules: 2 });
    ledger = await Ledger.open(await openValidatorStore(chain), createNetwork(chain.network));
    const { block } = await ledger.execute([transferOf("5")], ROUND_US);
    if (block === null) throw new Error("The transfer fails. ");
    executed = block;
    sealed = withSeal(SLOTS);
  });
  after(() => ledger.store.close());

  function transferOf(amount: string): PreparedTransaction {
    const transfer = signTransaction(
      new Map<string, Value>([
        ["type", "Send"],
        ["timestamp", BigInt(ROUND_US - SECOND_US)],
        ["from", ALICE.address],
        ...networkMembers(ledger.network),
        ["to", BOB.address],
        ["amount", amount],
      ]),
      ALICE.privateKey,
    );
    return prepareTransaction(transfer, ledger.registry);
  }

  /** The block with the seal entries of these validators. */
  function withSeal(validators: readonly number[], change: Partial<MainBlock> = {}): MainBlock {
    const { content, hash } = executed;
    const block = { ...content, blockhash: hash.blockhash, ...change };
    const hypothesis = (index: number) =>
      createHypothesis(
        {
          hypothesis_hash: block.blockhash,
          s_timestamp: block.s_timestamp,
          previous_blockhash: block.previous_blockhash,
          chunks: new Map(),
        },
        chain.identities[index]?.node.privateKey ?? "",
      );
    return { ...block, seal: createSeal(validators.map(hypothesis)) };
  }

  it("has the known root of its transactions only when all of them pass (PROTOCOL 8.6)", async () => {
    const root = executed.hash.transactionRoot;
    const whole = await ledger.execute([transferOf("5")], ROUND_US, { transactionRoot: root });
    expect(whole.block?.hash).to.deep.equal(executed.hash);
    const both = [transferOf("5"), transferOf(`1${"0".repeat(30)}`)];
    const inOrder = both.toSorted((left, right) => (left.transaction.hash < right.transaction.hash ? -1 : 1));
    const part = await ledger.execute(inOrder, ROUND_US, { transactionRoot: "root of both" });
    expect(part.refused.size).to.equal(1);
    expect(part.block?.hash).to.deep.equal(executed.hash);
  });

  const verify = (block: MainBlock): Promise<unknown> =>
    verifyMainBlock(ledger, block, { nowUs: ROUND_US + 60 * SECOND_US });

  async function refusalOf(block: MainBlock): Promise<string> {
    try {
      await verify(block);
    } catch (error) {
      if (error instanceof ChainError) return error.code;
      throw error;
    }
    return "valid";
  }

  it("names the resource block at its confirmed height", async () => {
    await verify(sealed);
    const confirmed = await ledger.store.resourceBlock({
      before: ROUND_US - chain.network.constants.confirm_interval,
    });
    expect(sealed.resource_blockhash).to.equal(confirmed?.blockhash);
    expect(confirmed?.height).to.be.greaterThan(chain.network.constants.resource_confirm_count);
  });

  /** Every member that the hash covers, changed in every way that is still a record. */
  const changes = (): readonly [string, Partial<MainBlock>][] => {
    const { transactions, universal_updates, local_updates } = sealed;
    const [[key, update] = ["", { old: null, new: null }]] = [...universal_updates];
    return [
      ["height", { height: sealed.height + 1 }],
      ["s_timestamp, later", { s_timestamp: sealed.s_timestamp + SECOND_US }],
      ["s_timestamp, earlier", { s_timestamp: sealed.s_timestamp - SECOND_US }],
      ["resource_blockhash, of none", { resource_blockhash: "" }],
      [
        "resource_blockhash, of another block",
        { resource_blockhash: chain.resourceBlocks[0]?.blockhash ?? "" },
      ],
      ["previous_blockhash", { previous_blockhash: timeHash("other", 1) }],
      ["transactions", { transactions: [...transactions, ...transactions] }],
      [
        "an update's new value",
        { universal_updates: new Map(universal_updates).set(key, { ...update, new: "7" }) },
      ],
      [
        "an update's old value",
        { universal_updates: new Map(universal_updates).set(key, { ...update, old: "7" }) },
      ],
      ["an update more", { universal_updates: new Map(universal_updates).set("ab".repeat(64), update) }],
      ["the local updates", { local_updates: new Map() }],
      ["an update in the other list", { local_updates: new Map(local_updates).set(key, update) }],
    ];
  };

  it("is invalid with any of its members changed, under its own hash and under the changed one", async () => {
    for (const [what, change] of changes()) {
      expect(await refusalOf({ ...sealed, ...change }), what).not.to.equal("valid");
      const changed = { ...sealed, ...change };
      const { blockhash } = hashMainBlock(changed);
      expect(await refusalOf({ ...changed, blockhash }), `${what}, hashed again`).not.to.equal("valid");
    }
    const { resource_blockhash: _, ...unnamed } = sealed;
    await expectRejection(
      verify({ ...unnamed, blockhash: hashMainBlock(unnamed).blockhash }),
      "BLOCK_RESOURCE",
      "refused",
    );
  });

  it("is invalid for another resource block, also when all validators have sealed that", async () => {
    const change = { resource_blockhash: chain.resourceBlocks[0]?.blockhash ?? "" };
    const { blockhash } = hashMainBlock({ ...sealed, ...change });
    await expectRejection(verify(withSeal(SLOTS, { ...change, blockhash })), "BLOCK_RESOURCE", "refused");
  });

  it("is valid with exactly the sets of seal entries that hold the newest slot or more than 0.6 of the slots", async () => {
    const { transactionRoot } = executed.hash;
    const { assertSeal } = await import("../../src/records/seal.js");
    const slots = await ledger.validatorsAt(ROUND_US);
    expect(slots).to.deep.equal(chain.identities.map(({ node }) => node.address));
    for (let set = 0; set < 2 ** SLOTS.length; set += 1) {
      const signers = SLOTS.filter((slot) => (set & (1 << slot)) !== 0);
      const { seal } = withSeal([]);
      const chosen = new Map(
        [...sealed.seal].filter(([signer]) => signers.some((slot) => slots[slot] === signer)),
      );
      const check = (): void =>
        assertSeal(
          new Map([...seal, ...chosen]),
          { ...sealed, transactionRoot },
          // The signatures are checked in the tests around this one.
          { slots, rules: ledger.network.ruleSet, isSigned: () => true },
        );
      const isValid = signers.includes(8) || signers.length > 5;
      if (isValid) expect(check, signers.join(" ")).not.to.throw();
      else expect(check, signers.join(" ")).to.throw(ChainError);
    }
  });

  it("never has a second valid blockhash, whatever a relay writes into members that nothing signs", async () => {
    const entries = [...sealed.seal];
    const [[signer, entry] = ["", entries[0]?.[1]]] = entries;
    if (entry === undefined) throw new Error("There is no seal entry. ");
    const spoilt: (readonly [string, MainBlock])[] = [
      ["no seal", { ...sealed, seal: new Map() }],
      ...entries.map(([address]): readonly [string, MainBlock] => [
        "an entry left out",
        { ...sealed, seal: new Map(entries.filter(([other]) => other !== address)) },
      ]),
      [
        "entries of another time",
        {
          ...sealed,
          seal: new Map(
            entries.map(([at, each]) => [at, { ...each, s_timestamp: each.s_timestamp + SECOND_US }]),
          ),
        },
      ],
      ["an entry of a stranger", { ...sealed, seal: new Map([...entries, [BOB.address, entry]]) }],
      [
        "an entry of another hash",
        {
          ...sealed,
          seal: new Map([...entries, [signer, { ...entry, hypothesis_hash: timeHash(hashOf("x"), 1) }]]),
        },
      ],
      ["the members in another order", { ...sealed, seal: new Map(entries.toReversed()) }],
    ];
    for (const [what, block] of spoilt) {
      for (const seconds of [-2, -1, 0, 1, 2]) {
        const s_timestamp = block.s_timestamp + seconds * SECOND_US;
        const redated = { ...block, s_timestamp };
        for (const blockhash of [sealed.blockhash, hashMainBlock(redated).blockhash]) {
          const refusal = await refusalOf({ ...redated, blockhash });
          if (refusal === "valid")
            expect({ blockhash, seconds }, what).to.deep.equal({ blockhash: sealed.blockhash, seconds: 0 });
          else
            expect(refusal, what).to.be.oneOf([
              "SEAL_INVALID",
              "BLOCK_EXECUTION",
              "RECORD_MALFORMED",
              "TRANSACTION_TIMESTAMP",
              "BLOCK_UPDATES",
              "BLOCK_TRANSACTION",
            ]);
        }
      }
    }
  });

  it("is rebuilt from its transactions and its seal, also when a false entry of its time stands last in it (PROTOCOL 8.2, 16.1)", async () => {
    const [entry] = sealed.seal.values();
    if (entry === undefined) throw new Error("There is no seal entry. ");
    const falseEntry = { ...entry, hypothesis_hash: timeHash(hashOf("false"), ROUND_US) };
    const remains = {
      seal: sealToText(new Map([...sealed.seal, [BOB.address, falseEntry]])),
      records: [sealed.transactions.map(({ text }) => text)],
      universal_updates: null,
      local_updates: null,
      blockhash: null,
      s_timestamp: null,
      named_by_next: null,
    };
    const rebuilt = await rebuildMainBlock(ledger, remains, ROUND_US);
    expect(rebuilt?.block.hash.blockhash).to.equal(sealed.blockhash);
  });

  it("of rules 1 can be dated again by a relay: its seal signs no time (PROTOCOL 15.1)", () => {
    const { 1: one, 2: two } = {
      1: createNetwork({ ...chain.network, rules: undefined as never }),
      2: ledger.network,
    };
    const { transactionRoot } = executed.hash;
    const later = { ...sealed, transactionRoot, blockhash: timeHash("later", ROUND_US + SECOND_US) };
    expect(one.ruleSet.hypothesisHash(later)).to.equal(
      one.ruleSet.hypothesisHash({ ...sealed, transactionRoot }),
    );
    expect(two.ruleSet.hypothesisHash(later)).not.to.equal(
      two.ruleSet.hypothesisHash({ ...sealed, transactionRoot }),
    );
  });
});
