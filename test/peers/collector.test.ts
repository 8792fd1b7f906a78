import { expect } from "chai";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { answerToValue } from "../../src/ledger/answer.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { isMap, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { testIdentity, testKey, type TestKey } from "../support/keys.js";
import { receiptWithExtras } from "../support/receipt-with-extras.js";
import { mapIn } from "../support/vectors.js";
import { forwardTo } from "../support/forward-to.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { PeerNodes, type Wire } from "../support/peer-nodes.js";

const GENESIS = testIdentity("genesis");
const NETWORK: NetworkDefinition = devNetwork(GENESIS);

const WIRES: readonly Wire[] = ["in the process", "over HTTP"];

for (const wire of WIRES)
  describe(`two nodes that know each other ${wire} (PROTOCOL 9.1, 9.11, 10.9, 12.7)`, () => {
    let nodes: PeerNodes;
    let validator: Node;
    let other: Node;

    function sign(type: string, members: Readonly<Record<string, Value>>): SignedTransaction {
      const after = Math.max(nodes.clock.nowUs(), validator.ledger.tip.s_timestamp + 1);
      const transaction = new Map<string, Value>([
        ["type", type],
        ["timestamp", BigInt(after)],
        ...Object.entries(members),
      ]);
      return signTransaction(transaction, GENESIS.node.privateKey);
    }
    const receiptsOf = async (node: Node): Promise<Value> =>
      memberOf(await answerToValue(await node.broadcast({ chain_type: "resource" })), "receipts") ?? null;

    beforeEach(async () => {
      nodes = new PeerNodes(1_800_000_000_000_000, wire);
      validator = await nodes.open("a:1", { network: NETWORK, identity: GENESIS, hosts: ["b:1"] });
      other = await nodes.open("b:1", { network: NETWORK, hosts: ["a:1"] });
      validator.start();
      other.start();
      await validator.submit(sign("Genesis", { network_address: validator.ledger.network.networkAddress }));
      expect(await nodes.until(() => other.ledger.tip.height === 1)).to.equal(true);
    });
    afterEach(() => nodes.stop());

    it("exchange transactions: the other seals what the first receives, and the first takes the block", async () => {
      const transaction = sign("Oracle", { code: "{}" });
      await other.submit(transaction);
      let isIncluded = false;
      const included = other.whenIncluded([transaction.hash]).then(() => {
        isIncluded = true;
      });
      expect(await nodes.until(() => isIncluded)).to.equal(true);
      await included;
      expect(other.ledger.tip.height).to.equal(2);
      expect(other.ledger.tip).to.deep.equal(validator.ledger.tip);
      expect([other.pool.size, validator.pool.size]).to.deep.equal([0, 0]);
    });

    /** Lets the validator refuse the first two offers, and returns when it was offered a transaction, µs. */
    function refuseTwice(): readonly number[] {
      const submit = validator.submit.bind(validator);
      const offers: number[] = [];
      validator.submit = async (transaction) => {
        offers.push(nodes.clock.nowUs());
        if (offers.length > 2) return submit(transaction);
        throw new ChainError("INTERVAL_FULL", "Too many transactions. ", { kind: "busy" });
      };
      return offers;
    }

    it("offer transactions again that found no room", async () => {
      const offers = refuseTwice();
      await other.submit(sign("Oracle", { code: "{}" }));
      expect(await nodes.until(() => other.ledger.tip.height === 2)).to.equal(true);
      expect(offers).to.have.length(3);
    });

    it("offer a large one again only after an interval for each 64 KiB (PROTOCOL 15.15)", async () => {
      const offers = refuseTwice();
      const sendTransaction = (): never => {
        throw new ChainError("INTERVAL_FULL", "Too many transactions. ", { kind: "busy" });
      };
      nodes.engines.set(
        "a:1",
        forwardTo(() => validator, { sendTransaction }),
      );
      await other.submit(sign("Oracle", { code: "{}", memo: "x".repeat(140_000) }));
      expect(await nodes.until(() => other.ledger.tip.height === 2, 20_000_000)).to.equal(true);
      const [first = 0, second = 0, third = 0] = offers;
      const pauseUs = 2 * NETWORK.constants.main_chain_interval;
      expect([second - first >= pauseUs, third - second >= pauseUs, offers.length]).to.deep.equal([
        true,
        true,
        3,
      ]);
    });

    it("take blocks that were sealed while one of them was away", async () => {
      const file = join(await makeTempDirectory(), "chain.sqlite");
      const options = { network: NETWORK, hosts: ["a:1"], identity: testIdentity("other") };
      const open = async (): Promise<Node> => {
        const node = await nodes.open("c:1", { ...options, store: await openSqliteStore({ file }) });
        node.start();
        return node;
      };
      const isAt = (node: Node, height: number) => () => node.ledger.tip.height === height;
      const before = await open();
      expect(await nodes.until(isAt(before, 1))).to.equal(true);
      await nodes.close("c:1");
      for (const height of [2, 3]) {
        await validator.submit(sign("Oracle", { code: "{}" }));
        expect(await nodes.until(isAt(validator, height))).to.equal(true);
      }
      const after = await open();
      expect(after.ledger.tip.height).to.equal(1);
      expect(await nodes.until(isAt(after, 3))).to.equal(true);
      expect(after.ledger.tip).to.deep.equal(validator.ledger.tip);
      await nodes.close("c:1");
      await rm(dirname(file), { recursive: true });
    });

    it("exchange the receipts of a round", async () => {
      await nodes.until(() => false, 1_000_000);
      const receipts = (await receiptsOf(validator)) as ValueMap;
      expect([...receipts.keys()].sort()).to.deep.equal(
        [GENESIS.node.address, other.identity.node.address].sort(),
      );
      expect([...((await receiptsOf(other)) as ValueMap).keys()].sort()).to.deep.equal(
        [...receipts.keys()].sort(),
      );
    });

    it("show in Info that they collect", async () => {
      expect(memberOf(await other.info(), "collector_policy")).to.equal(true);
    });

    /** Makes the other node show forged data in its Broadcast, and tell no news. */
    function forgeBroadcast(chainType: string, forge: (data: Value) => Value): void {
      const forged = forwardTo(() => other, {
        async broadcast({ round_key, chain_type = "main" }) {
          const shown = async (type: string): Promise<Value> => {
            const query = { chain_type: type, ...(round_key === undefined ? {} : { round_key }) };
            const data = await answerToValue(await other.broadcast(query));
            return type === chainType ? forge(data) : data;
          };
          if (chain_type !== "all") return { value: await shown(chain_type) };
          return {
            value: new Map([
              ["main", await shown("main")],
              ["resource", await shown("resource")],
            ]),
          };
        },
      });
      nodes.engines.set("b:1", forged);
    }
    const isDropped = (): Promise<boolean> =>
      nodes.until(() => validator.peers?.tracker.peers.size === 0, 3_000_000);

    it("drop each other over a transaction with a forged signature", async () => {
      const { transaction, public_key, hash } = sign("Oracle", { code: "{}" });
      const record = new Map<string, Value>([
        ["transaction", transaction],
        ["public_key", public_key],
        ["signature", "0".repeat(128)],
      ]);
      forgeBroadcast(
        "main",
        (data) => new Map([...(data as ValueMap), ["transactions", new Map([[hash, record]])]]),
      );
      expect(await isDropped()).to.equal(true);
      expect(validator.peers?.tracker.offer("b:1")).to.equal(false);
    });

    it("drop each other over a forged receipt", async () => {
      const { node, peer } = testIdentity("stranger");
      forgeBroadcast("resource", () => {
        const previous_blockhash = validator.ledger.tip.blockhash;
        const query = createSignedQuery({ previous_blockhash, address: peer.address }, node.privateKey);
        const receipt = createReceipt(query, node.address, peer.privateKey);
        const forged = new Map(mapIn(parseJson(receipt.text))).set("receipt_hash", "0".repeat(64));
        return new Map([["receipts", new Map([[node.address, forged]])]]);
      });
      expect(await isDropped()).to.equal(true);
    });

    it("drop each other over a transaction that is listed under another hash", async () => {
      const { transaction, public_key, signature } = sign("Oracle", { code: "{}" });
      const record = new Map<string, Value>([
        ["transaction", transaction],
        ["public_key", public_key],
        ["signature", signature],
      ]);
      forgeBroadcast(
        "main",
        (data) => new Map([...(data as ValueMap), ["transactions", new Map([["0".repeat(78), record]])]]),
      );
      expect(await isDropped()).to.equal(true);
    });

    for (const [name, chainType, count] of [
      ["chunks", "main", 257],
      ["hypotheses", "main", 257],
      ["receipts", "resource", 257],
    ] as const) {
      it(`drop each other over more ${name} than a round can hold`, async () => {
        const [receipt] = ((await receiptsOf(other)) as ValueMap).values();
        const many = Array.from({ length: count }, (_, index): [string, Value] => [
          `${index}x`,
          receipt ?? null,
        ]);
        forgeBroadcast(chainType, (data) => new Map([...(data as ValueMap), [name, new Map(many)]]));
        expect(await isDropped()).to.equal(true);
        expect(validator.peers?.tracker.offer("b:1")).to.equal(false);
      });
    }

    it("keep the first receipt of an asker, whatever it signs later", async () => {
      const held = async (): Promise<Value> =>
        memberOf(await receiptsOf(validator), other.identity.node.address) ?? null;
      const isHeld = async (): Promise<boolean> => (await held()) !== null;
      for (let polls = 0; polls < 20 && !(await isHeld()); polls += 1)
        await nodes.until(() => false, 100_000);
      const first = await held();
      expect(first).to.not.equal(null);
      const { node, peer } = other.identity;
      let asked = 0;
      forgeBroadcast("resource", () => {
        const previous_blockhash = validator.ledger.tip.blockhash;
        const query = createSignedQuery({ previous_blockhash, address: peer.address }, node.privateKey);
        const beneficiary = testIdentity("beneficiary").node.address;
        asked += 1;
        return new Map([
          [
            "receipts",
            new Map([[node.address, parseJson(createReceipt(query, beneficiary, peer.privateKey).text)]]),
          ],
        ]);
      });
      expect(await nodes.until(() => asked > 1)).to.equal(true);
      expect(await held()).to.deep.equal(first);
      expect(validator.peers?.tracker.peers.size).to.equal(1);
    });

    it("refuse a receipt that is longer than an honest one, and accept one with other members (PROTOCOL 10.1)", async () => {
      const [heavy, odd] = [testKey("heavy"), testKey("odd")];
      const receiptBy = (asker: TestKey): ValueMap =>
        receiptWithExtras(validator.ledger.tip.blockhash, {
          asker,
          peer: testKey("peer"),
          beneficiary: asker.address,
        });
      forgeBroadcast("resource", () => {
        const long = new Map(receiptBy(heavy)).set("extra", "x".repeat(5000));
        return new Map([
          [
            "receipts",
            new Map([
              [heavy.address, long],
              [odd.address, receiptBy(odd)],
            ]),
          ],
        ]);
      });
      const held = async (): Promise<readonly string[]> => {
        const receipts = await receiptsOf(validator);
        return isMap(receipts) ? [...receipts.keys()] : [];
      };
      for (let polls = 0; polls < 40 && !(await held()).includes(odd.address); polls += 1)
        await nodes.until(() => false, 100_000);
      expect(await held()).to.include(odd.address);
      expect(await held()).not.to.include(heavy.address);
      expect(validator.peers?.tracker.peers.size).to.equal(1);
    });

    it("accept a transaction that contains a known one", async () => {
      const held = sign("Oracle", { code: "{}" });
      await validator.submit(held);
      const { hash, transaction, public_key, signature } = held;
      const record = new Map<string, Value>([
        ["transaction", transaction],
        ["public_key", public_key],
        ["signature", signature],
      ]);
      // Stamped ahead, so that the block with the first one does not make it too old.
      const timestamp = BigInt(nodes.clock.nowUs() + NETWORK.constants.main_chain_interval);
      const quoting = sign("Oracle", { timestamp, code: "{}", transactions: new Map([[hash, record]]) });
      await other.submit(quoting);
      let isIncluded = false;
      const included = other.whenIncluded([quoting.hash]).then(() => {
        isIncluded = true;
      });
      expect(await nodes.until(() => isIncluded)).to.equal(true);
      await included;
      expect(validator.peers?.tracker.peers.size).to.equal(1);
    });

    it("keep each other after a transaction that merely does not fit the chain", async () => {
      const late = sign("Genesis", { network_address: validator.ledger.network.networkAddress });
      const record = new Map<string, Value>([
        ["transaction", late.transaction],
        ["public_key", late.public_key],
        ["signature", late.signature],
      ]);
      forgeBroadcast(
        "main",
        (data) => new Map([...(data as ValueMap), ["transactions", new Map([[late.hash, record]])]]),
      );
      expect(await isDropped()).to.equal(false);
      expect(validator.pool.size).to.equal(0);
    });
  });
