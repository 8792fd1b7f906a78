import { expect } from "chai";
import { Ledger } from "../../src/ledger/ledger.js";
import { isMainBlockHere } from "../../src/ledger/named-main-block.js";
import { switchChains } from "../../src/peers/switch-chains.js";
import type { Store } from "../../src/store/store.js";
import { AFTER_THE_RECORDING_US, importRecordedChain, recordedNetwork } from "../support/recorded-chain.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

/** The store of a process that dies when it is about to take the second block back. */
function dyingStore(store: Store): Store {
  let undone = 0;
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...parameters: readonly unknown[]): unknown => {
        if (String(name).startsWith("undo") && (undone += 1) > 1) throw new Error("dead");
        return Reflect.apply(member, target, parameters);
      };
    },
  });
}

describe("A switch to another branch (PROTOCOL 11)", () => {
  const network = recordedNetwork();
  let temp: TempStore;

  beforeEach(async () => {
    temp = await openTempStore();
    await importRecordedChain(await Ledger.open(temp.store, network));
  });
  afterEach(() => temp.remove());

  it("leaves two chains that belong together, wherever the process dies", async () => {
    let deaths = 0;
    for (let isDone = false; !isDone;) {
      const ledger = await Ledger.open(dyingStore(temp.store), network);
      const { fixedHeight, fixedMainHeight } = ledger.resourceChain;
      const common = { main: fixedMainHeight, resource: fixedHeight };
      const options = { nowUs: AFTER_THE_RECORDING_US, verdict: async () => () => true };
      isDone = await switchChains(ledger, common, { main: [], resource: [] }, options).then(
        () => true,
        () => false,
      );
      deaths += 1;
      const last = await temp.store.lastResourceBlock();
      expect(last !== null && (await isMainBlockHere(temp.store, last)), `after block ${deaths}`).to.equal(
        true,
      );
    }
    expect(deaths).to.be.greaterThan(10);
  });
});
