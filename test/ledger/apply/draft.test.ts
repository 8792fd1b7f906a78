import { expect } from "chai";
import { Draft } from "../../../src/ledger/apply/draft.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../../src/ledger/verify-block.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import { dumpDatabase } from "../../support/database-dump.js";
import {
  AFTER_THE_RECORDING_US,
  recordedMainBlocks,
  recordedNetwork,
  recordedResourceBlocks,
} from "../../support/recorded-chain.js";
import { openEmptyLedger, openRecordedLedger, type TempLedger } from "../../support/recorded-ledger.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";

const nowUs = AFTER_THE_RECORDING_US;

describe(seeded("blocks of the recorded chain, drafted and stored together"), () => {
  const network = recordedNetwork();
  const mainBlocks = recordedMainBlocks();
  const resourceBlocks = recordedResourceBlocks();
  let temp: TempLedger;
  let ledger: Ledger;
  beforeEach(async () => {
    temp = await openEmptyLedger();
    ({ ledger } = temp);
  });
  afterEach(() => temp.remove());

  /** Drafts the next main blocks, and the resource blocks that can be applied meanwhile. */
  async function draftNext(count: number, target = ledger): Promise<Draft> {
    const draft = new Draft(target);
    const applyResourceBlocks = async (): Promise<void> => {
      const { resourceChain, tip } = draft.ledger;
      for (const block of resourceBlocks.slice(resourceChain.tip?.height ?? 0)) {
        if (block.main_height > tip.height) return;
        await resourceChain.commit(block, nowUs, { isTentative: true });
      }
    };
    for (const block of mainBlocks.slice(target.tip.height, target.tip.height + count)) {
      await applyResourceBlocks();
      await draft.ledger.commit(await verifyMainBlock(draft.ledger, block, { nowUs }), block.seal);
    }
    await applyResourceBlocks();
    return draft;
  }

  const everything = (): unknown => ({
    tip: ledger.tip,
    resourceTip: ledger.resourceChain.tip,
    fixed: [ledger.resourceChain.fixedHeight, ledger.resourceChain.fixedMainHeight],
    codes: ledger.registry.counts(),
    generation: ledger.registry.generation,
  });

  it("leave every row as when they are committed one by one", async () => {
    const singly = await openRecordedLedger();
    const random = createSeededRandom();
    while (ledger.tip.height < mainBlocks.length) {
      const draft = await draftNext(1 + Math.floor(random() * 30));
      await draft.store(nowUs);
    }
    expect(await dumpDatabase(temp.file)).to.equal(await dumpDatabase(singly.file));
    const reopened = await Ledger.open(temp.store, network);
    expect(ledger.registry.counts()).to.deep.equal(reopened.registry.counts());
    expect(ledger.resourceChain.tip).to.deep.equal(reopened.resourceChain.tip);
    expect(ledger.resourceChain.fixedMainHeight).to.equal(reopened.resourceChain.fixedMainHeight);
    await singly.remove();
  });

  it("are not visible until they are stored, nor are the codes that they register", async () => {
    const [before, rows] = [everything(), await dumpDatabase(temp.file)];
    const draft = await draftNext(40);
    expect(draft.ledger.tip.height).to.equal(40);
    expect(draft.ledger.registry.counts().contracts).to.be.greaterThan(0);
    expect(everything()).to.deep.equal(before);
    expect(await dumpDatabase(temp.file)).to.equal(rows);
    await draft.store(nowUs);
    expect(ledger.tip).to.deep.equal(draft.ledger.tip);
    expect(ledger.registry.counts()).to.deep.equal(draft.ledger.registry.counts());
    expect(await temp.store.mainBlockSummary("last")).to.deep.equal(ledger.tip);
    expect(await temp.store.resourceBlock("last")).to.deep.equal(ledger.resourceChain.tip);
  });

  it("are not trusted about the cells they change, nor refused for it: the cells are only read ahead", async () => {
    const key = "ab".repeat(40);
    const draft = new Draft(ledger);
    const lyingOf = (block: MainBlock): MainBlock => ({
      ...block,
      universal_updates: new Map([["no key", { old: null, new: null }]]),
      local_updates: new Map([[key, { old: "1", new: "2" }]]),
    });
    await draft.readAhead(mainBlocks.slice(0, 3).map(lyingOf));
    expect(await draft.ledger.store.readState("local", [key.padEnd(128, "0")])).to.have.property("size", 0);
    for (const block of mainBlocks.slice(0, 3))
      await draft.ledger.commit(await verifyMainBlock(draft.ledger, block, { nowUs }), block.seal);
    expect(draft.ledger.tip.blockhash).to.equal(mainBlocks[2]?.blockhash);
  });

  it("leave the ledger as it was when they cannot be stored", async () => {
    const store = new Proxy(temp.store, {
      get: (target, name): unknown => {
        if (name === "commitBatch") return () => Promise.reject(new Error("disk"));
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    ledger = await Ledger.open(store, network);
    const before = everything();
    const draft = await draftNext(40);
    const failure: unknown = await draft.store(nowUs).catch((error: unknown) => error);
    expect(failure).to.have.property("message", "disk");
    expect(everything()).to.deep.equal(before);
    expect(await temp.store.mainBlockSummary("last")).to.equal(null);
  });

  it("can be undone one by one, like any others", async () => {
    const rows = [await dumpDatabase(temp.file)];
    const singly = await openEmptyLedger();
    for (let height = 1; height <= 3; height += 1) {
      const draft = await draftNext(1, singly.ledger);
      await draft.store(nowUs);
      rows.push(await dumpDatabase(singly.file));
    }
    const draft = await draftNext(3);
    await draft.store(nowUs);
    for (let height = 3; height > ledger.resourceChain.fixedMainHeight; height -= 1) {
      expect(await dumpDatabase(temp.file)).to.equal(rows[height]);
      await ledger.undo();
    }
    await singly.remove();
  });
});
