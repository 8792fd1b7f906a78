import { expect } from "chai";
import { messageOf } from "../../../src/codec/chain-error.js";
import { machineThread, signatureThread } from "../../../src/ledger/errors.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import { applyBatch, isBatchFull, type ApplyOptions } from "../../../src/ledger/apply/apply-batch.js";
import type { ChainBlock } from "../../../src/ledger/apply/chain-block.js";
import type { Store } from "../../../src/store/store.js";
import { expectRejection } from "../../support/expect-rejection.js";
import {
  AFTER_THE_RECORDING_US,
  recordedMainBlocks,
  recordedNetwork,
  recordedResourceBlocks,
} from "../../support/recorded-chain.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

describe("Blocks applied in a batch (PROTOCOL 8.10, 10.4)", () => {
  const mainBlocks = recordedMainBlocks();
  let temp: TempStore;
  const stored: number[] = [];
  const refused: string[] = [];
  const commits: string[] = [];
  beforeEach(async () => {
    temp = await openTempStore();
    for (const list of [stored, refused, commits]) list.length = 0;
  });
  afterEach(() => temp.remove());

  const options: ApplyOptions = {
    nowUs: () => AFTER_THE_RECORDING_US,
    onRefused: ({ block }, { code }) => refused.push(`${block.height} ${code}`),
    onStored: ({ chain, block }) => {
      if (chain === "main") stored.push(block.height);
    },
  };
  /** The first blocks of the recorded chains, in an order in which they can be applied. */
  function firstBlocks(
    count: number,
    change: (block: MainBlock) => MainBlock = (block) => block,
  ): readonly ChainBlock[] {
    const resources = recordedResourceBlocks();
    const batch: ChainBlock[] = [];
    for (const block of mainBlocks.slice(0, count)) {
      batch.push({ chain: "main", block: change(block) });
      for (const resource of resources.filter(({ main_height }) => main_height === block.height))
        batch.push({ chain: "resource", block: resource });
    }
    return batch;
  }
  const openLedger = (): Promise<Ledger> => Ledger.open(watched(temp.store, commits), recordedNetwork());

  it("are stored together, and reported one by one", async () => {
    const ledger = await openLedger();
    await applyBatch(ledger, firstBlocks(20), options);
    expect(stored).to.deep.equal(mainBlocks.slice(0, 20).map(({ height }) => height));
    expect(commits).to.deep.equal(["commitBatch"]);
    expect(ledger.tip.blockhash).to.equal(mainBlocks[19]?.blockhash);
  });

  it("are stored in parts when they are too long to be held together", async () => {
    const ledger = await openLedger();
    const batch = firstBlocks(5).filter(({ chain }) => chain === "main");
    await applyBatch(ledger, batch, { ...options, maxLength: 0 });
    expect(stored).to.deep.equal([1, 2, 3, 4, 5]);
    expect(commits).to.deep.equal(batch.map(() => "commitBatch"));
  });

  it("are stored up to the one that breaks a rule, which is reported", async () => {
    const ledger = await openLedger();
    const batch = firstBlocks(20, (block) => (block.height === 12 ? { ...block, seal: new Map() } : block));
    await expectRejection(applyBatch(ledger, batch, options), "SEAL_INVALID", "refused");
    expect(refused).to.deep.equal(["12 SEAL_INVALID"]);
    expect(stored.at(-1)).to.equal(11);
    expect(ledger.tip.height).to.equal(11);
    expect(await temp.store.mainBlockSummary("last")).to.include({ height: 11 });
  });

  for (const [code, failure] of Object.entries({
    MACHINE_THREAD: machineThread({}),
    SIGNATURE_THREAD: signatureThread({}),
  }))
    it(`are not refused when a thread of this node fails: ${code}`, async () => {
      const signatures = { of: () => Promise.reject(failure) };
      const applied = applyBatch(await openLedger(), firstBlocks(3), { ...options, signatures });
      await expectRejection(applied, code, "unavailable");
      expect(refused).to.deep.equal([]);
    });

  it("are reported once they are stored, also when the fixed height cannot be moved afterwards", async () => {
    const failing = replacing(temp.store, "writeMeta", () => Promise.reject(new Error("disk")));
    const ledger = await Ledger.open(failing, recordedNetwork());
    const applied = applyBatch(ledger, firstBlocks(20), options);
    expect(await applied.catch(messageOf)).to.equal("disk");
    expect(await temp.store.mainBlockSummary("last")).to.include({ height: 20 });
    expect(stored).to.deep.equal(mainBlocks.slice(0, 20).map(({ height }) => height));
  });

  it("are stored as far as they were applied when the node stops", async () => {
    const ledger = await openLedger();
    let asked = 0;
    await applyBatch(ledger, firstBlocks(20), { ...options, isStopped: () => (asked += 1) > 4 });
    expect(commits).to.deep.equal(["commitBatch"]);
    expect(stored.at(-1)).to.equal(ledger.tip.height);
    expect(ledger.tip.height).to.be.greaterThan(0).and.lessThan(5);
  });

  it("are committed without a draft when the batch has one block", async () => {
    await applyBatch(await openLedger(), firstBlocks(1).slice(0, 1), options);
    expect(stored).to.deep.equal([1]);
    expect(commits).to.deep.equal(["commitMainBlock"]);
  });

  it("are few in a batch when they hold many transactions, more when they hold few", () => {
    const [block] = mainBlocks;
    const [transaction] = block?.transactions ?? [];
    if (block === undefined || transaction === undefined) throw new Error("The recorded chain is empty. ");
    const blockOf = (transactions: number): ChainBlock => {
      const many = Array.from({ length: transactions }, () => transaction);
      return { chain: "main", block: { ...block, transactions: many } };
    };
    expect(isBatchFull([blockOf(2048)])).to.equal(true);
    expect(isBatchFull(Array.from({ length: 5 }, () => blockOf(10)))).to.equal(false);
    expect(isBatchFull(Array.from({ length: 64 }, () => blockOf(1)))).to.equal(true);
  });
});

/** A store with another method. */
function replacing(store: Store, method: keyof Store, by: () => unknown): Store {
  return new Proxy(store, {
    get: (target, name): unknown => {
      if (name === method) return by;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** A store that records how blocks are committed. */
function watched(store: Store, commits: string[]): Store {
  return new Proxy(store, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...parameters: readonly unknown[]): unknown => {
        if (String(name).startsWith("commit")) commits.push(String(name));
        return Reflect.apply(member, target, parameters);
      };
    },
  });
}
