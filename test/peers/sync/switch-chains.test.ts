import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { isMainBlockHere } from "../../../src/ledger/resource-chain.js";
import { BranchCheck } from "../../../src/ledger/branch-check.js";
import { branchInOrder, type Branch } from "../../../src/peers/sync/branch.js";
import type { CommonBlocks } from "../../../src/peers/sync/common-blocks.js";
import { switchChains } from "../../../src/peers/sync/switch-chains.js";
import { hashLimit, isWorkEnough } from "../../../src/records/difficulty.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import {
  createResourceBlock,
  resourceBlockHeader,
  resourceBlockRoot,
  type ResourceBlock,
} from "../../../src/records/resource-block.js";
import type { Store } from "../../../src/store/store.js";
import { expectRejection } from "../../support/expect-rejection.js";
import {
  AFTER_THE_RECORDING_US,
  recordedMainBlocks,
  recordedNetwork,
  recordedResourceBlocks,
} from "../../support/recorded-chain.js";
import { openRecordedLedger, type TempLedger } from "../../support/recorded-ledger.js";
import { slowly } from "../../support/slowly.js";

/** The store of a process that dies before it undoes the second block: nothing is read or written after that. */
function dyingStore(store: Store): Store {
  let undone = 0;
  return altered(store, (name) => {
    if (undone > 1 || (name.startsWith("undo") && (undone += 1) > 1)) throw new Error("dead");
  });
}

/** A store that calls `onCall` before each operation. */
function altered(store: Store, onCall: (name: string) => void): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...parameters: readonly unknown[]): unknown => {
        onCall(String(name));
        return Reflect.apply(member, target, parameters);
      };
    },
  });
}

function swapped<T>(items: readonly T[]): readonly T[] {
  const [first, second, ...rest] = items;
  return first === undefined || second === undefined ? items : [second, first, ...rest];
}

describe("A switch to another branch (PROTOCOL 11.3, 11.4)", () => {
  const network = recordedNetwork();
  let temp: TempLedger;

  beforeEach(async () => {
    temp = await openRecordedLedger();
  });
  afterEach(() => temp.remove());

  slowly("leaves two consistent chains, wherever the process dies", async () => {
    let deaths = 0;
    for (let isDone = false; !isDone;) {
      const ledger = await Ledger.open(dyingStore(temp.store), network);
      const { fixedHeight, fixedMainHeight } = ledger.resourceChain;
      const common = { main: fixedMainHeight, resource: fixedHeight };
      const options = { nowUs: () => AFTER_THE_RECORDING_US };
      isDone = await switchChains(ledger, { common, theirs: { main: [], resource: [] } }, options).then(
        () => true,
        () => false,
      );
      deaths += 1;
      const last = await temp.store.resourceBlock("last");
      expect(last !== null && (await isMainBlockHere(temp.store, last)), `after block ${deaths}`).to.equal(
        true,
      );
    }
    expect(deaths).to.be.greaterThan(10);
  });
});

describe("A branch that is to replace ours (PROTOCOL 8.10, 10.4, 11.3, 11.5)", () => {
  const network = recordedNetwork();
  let temp: TempLedger;

  before(async () => {
    temp = await openRecordedLedger();
  });
  after(() => temp.remove());

  const nowUs = AFTER_THE_RECORDING_US;
  const options = { nowUs: () => nowUs };
  let calls: string[];
  let ledger: Ledger;
  let common: CommonBlocks;
  let ours: Branch;
  const tips = (): unknown => [ledger.tip.blockhash, ledger.resourceChain.tip?.blockhash];

  beforeEach(async () => {
    calls = [];
    ledger = await Ledger.open(
      altered(temp.store, (name) => calls.push(name)),
      network,
    );
    const { fixedHeight, fixedMainHeight } = ledger.resourceChain;
    common = { main: fixedMainHeight, resource: fixedHeight };
    ours = {
      main: recordedMainBlocks().slice(common.main),
      resource: recordedResourceBlocks().slice(common.resource),
    };
    expect(ours.main.length).to.be.greaterThan(3);
    expect(ours.resource.length).to.be.greaterThan(3);
  });

  async function checkAll(branch: Branch): Promise<void> {
    const check = await BranchCheck.open(ledger, common);
    for await (const next of branchInOrder(branch, common.main)) await check.take(next, options);
  }

  /** The branch with the third last block of a chain changed. */
  function withMain(change: (block: MainBlock) => Partial<MainBlock>): Branch {
    const main = ours.main.map((block, index) =>
      index === ours.main.length - 3 ? { ...block, ...change(block) } : block,
    );
    return { ...ours, main };
  }
  function withResource(change: (block: ResourceBlock) => Partial<ResourceBlock>): Branch {
    const resource = ours.resource.map((block, index) =>
      index === ours.resource.length - 3 ? { ...block, ...change(block) } : block,
    );
    return { ...ours, resource };
  }
  const OTHER_HASH = `00000000000001${"0".repeat(64)}`;

  const broken: Readonly<Record<string, readonly [string, () => Branch]>> = {
    "a main block twice": [
      "BLOCK_ORDER",
      () => ({ ...ours, main: [...ours.main.slice(0, 2), ...ours.main.slice(1)] }),
    ],
    "a main block that is missing": [
      "BLOCK_ORDER",
      () => ({ ...ours, main: ours.main.filter((_, index) => index !== 1) }),
    ],
    "main blocks in another order": ["BLOCK_ORDER", () => ({ ...ours, main: swapped(ours.main) })],
    "a main block with another parent": [
      "BLOCK_ORDER",
      () => withMain(() => ({ previous_blockhash: OTHER_HASH })),
    ],
    "a main block of another time": [
      "ROUND_TIME",
      () => withMain(({ s_timestamp }) => ({ s_timestamp: s_timestamp + 1 })),
    ],
    "a main block from the future": [
      "PREMATURE",
      () => withMain(() => ({ s_timestamp: nowUs + 60_000_000 })),
    ],
    "a main block without a seal": ["SEAL_INVALID", () => withMain(() => ({ seal: new Map() }))],
    "a main block without one of its transactions": [
      "SEAL_INVALID",
      () => withMain(({ transactions }) => ({ transactions: transactions.slice(1) })),
    ],
    "a main block with a forged signature": [
      "TRANSACTION_SIGNATURE",
      () =>
        withMain(({ transactions }) => ({
          transactions: transactions.map((each) => ({ ...each, signature: "0".repeat(128) })),
        })),
    ],
    "a main block under another hash": ["BLOCK_HASH", () => withMain(() => ({ blockhash: OTHER_HASH }))],
    "a main block with other updates": [
      "BLOCK_HASH",
      () => withMain(() => ({ universal_updates: new Map([["00", { old: null, new: "1" }]]) })),
    ],
    "a resource block twice": [
      "RESOURCE_BLOCK_ORDER",
      () => ({ ...ours, resource: [...ours.resource.slice(0, 2), ...ours.resource.slice(1)] }),
    ],
    "a resource block that is missing": [
      "RESOURCE_BLOCK_ORDER",
      () => ({ ...ours, resource: ours.resource.filter((_, index) => index !== 1) }),
    ],
    "a resource block of lower difficulty": [
      "RESOURCE_BLOCK_ORDER",
      () => withResource(() => ({ difficulty: "1" })),
    ],
    "a resource block that is not later than its parent": [
      "RESOURCE_BLOCK_ORDER",
      () => withResource(() => ({ timestamp: 1 })),
    ],
    "a resource block that names a main block of another chain": [
      "RESOURCE_BLOCK_MAIN",
      () => withResource(() => ({ main_blockhash: OTHER_HASH })),
    ],
    "a resource block with another nonce": [
      "RESOURCE_BLOCK_HASH",
      () => withResource(({ nonce }) => ({ nonce: `${nonce}0`.slice(-64) })),
    ],
    "a resource block without proof of work": [
      "PROOF_OF_WORK",
      () => withResource((block) => workless(block)),
    ],
  };
  for (const [name, [code, branch]] of Object.entries(broken))
    it(`is refused before anything is undone, for ${name}`, async () => {
      const before = tips();
      const kind = code === "PREMATURE" ? "unavailable" : "refused";
      await expectRejection(checkAll(branch()), code, kind);
      expect(calls.filter((call) => /^(?:undo|commit|write)/.test(call))).to.deep.equal([]);
      expect(tips()).to.deep.equal(before);
    });

  it("replaces ours when it breaks no rule", async () => {
    await checkAll(ours);
    const before = tips();
    expect(await switchChains(ledger, { common, theirs: ours }, options)).to.deep.equal([]);
    expect(calls).to.include("undoMainBlock");
    expect(tips()).to.deep.equal(before);
  });

  it("is given up for ours when the disk fails halfway", async () => {
    const before = tips();
    for (const call of ["undoResourceBlock", "undoMainBlock", "commitBatch"]) {
      let left = call === "commitBatch" ? 1 : 3;
      const failing = altered(temp.store, (name) => {
        if (name === call && (left -= 1) === 0) throw new ChainError("DISK", "No.", { kind: "local" });
      });
      ledger = await Ledger.open(failing, network);
      await expectRejection(switchChains(ledger, { common, theirs: ours }, options), "DISK", "local");
      expect(tips(), call).to.deep.equal(before);
    }
  });
});

/** The same block with an insufficient nonce, under the resulting hash. */
function workless(block: ResourceBlock): ResourceBlock {
  for (let nonce = 0; ; nonce += 1) {
    const made = createResourceBlock(block, nonce.toString());
    const root = resourceBlockRoot(made.previous_blockhash, resourceBlockHeader(made), made.nonce);
    if (!isWorkEnough(root, hashLimit(made.difficulty))) return made;
  }
}
