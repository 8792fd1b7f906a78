import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { answerRequest } from "../../../src/ledger/requests/answer-request.js";
import { readRequest } from "../../../src/records/request.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const FIRST = 10;
const LAST = FIRST + 255;

describe("a range of blocks is final when it is full and all of it is fixed (PROTOCOL 10)", () => {
  let temp: TempStore;
  let ledger: Ledger;
  before(async () => {
    temp = await openTempStore();
    ledger = await Ledger.open(temp.store, recordedNetwork());
  });
  after(() => temp.remove());

  async function isFinal(type: string, full: boolean, fixedHeight: number): Promise<boolean> {
    const { store, network, registry, tip } = ledger;
    const resourceChain = { fixedHeight, fixedMainHeight: fixedHeight };
    const context = { store, network, registry, tip, resourceChain };
    const request = objectToValue({ type, target: BigInt(FIRST), full });
    const answer = await answerRequest(context, readRequest(request));
    return "json" in answer && answer.isFinal === true;
  }

  for (const type of ["GetBlocks", "GetResourceBlocks"]) {
    for (const full of [false, true]) {
      it(`${type}, ${full ? "full" : "summaries"}`, async () => {
        expect(await isFinal(type, full, LAST - 1)).to.equal(false);
        expect(await isFinal(type, full, LAST)).to.equal(true);
      });
    }
  }
});
