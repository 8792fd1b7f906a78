import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { answerRequest } from "../../../src/ledger/requests/answer-request.js";
import { readRequest } from "../../../src/records/request.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const FIRST = 10;
const LAST = FIRST + 255;

describe("a range of blocks is final when it is full and all of it is fixed (PROTOCOL 10)", () => {
  let temp: TempStore;
  let ledger: Ledger;
  const lastHashes: Record<string, string> = {};
  before(async () => {
    temp = await openTempStore();
    let main = "";
    let resource = "";
    for (let height = 1; height <= LAST; height += 1) {
      const mainBlock = sampleMainBlock({ height, previous_blockhash: main });
      const resourceBlock = sampleResourceBlock(height, resource);
      await temp.store.commitMainBlock(mainBlock);
      await temp.store.commitResourceBlock(resourceBlock);
      main = mainBlock.block.blockhash;
      resource = resourceBlock.blockhash;
    }
    Object.assign(lastHashes, { GetBlocks: main, GetResourceBlocks: resource });
    ledger = await Ledger.open(temp.store, recordedNetwork());
  });
  after(() => temp.remove());

  async function finalNameOf(
    type: string,
    full: boolean,
    fixedHeight: number,
    first = FIRST,
  ): Promise<string | undefined> {
    const { store, network, registry, tip } = ledger;
    const resourceChain = { fixedHeight, fixedMainHeight: fixedHeight };
    const context = { store, network, registry, tip, resourceChain };
    const request = objectToValue({ type, target: BigInt(first), full });
    const answer = await answerRequest(context, readRequest(request));
    return "json" in answer ? answer.finalName : expect.fail("It is a value. ");
  }

  for (const type of ["GetBlocks", "GetResourceBlocks"]) {
    for (const full of [false, true]) {
      const form = full ? "full" : "summaries";
      it(`${type}, ${form}: it has a name from the moment its last block is fixed`, async () => {
        expect(await finalNameOf(type, full, LAST - 1)).to.equal(undefined);
        expect(await finalNameOf(type, full, LAST)).to.include(lastHashes[type]);
      });

      it(`${type}, ${form}: one that is not full may grow, and has none`, async () => {
        expect(await finalNameOf(type, full, LAST, FIRST + 1)).to.equal(undefined);
      });
    }

    it(`${type}: the two forms have two names`, async () => {
      expect(await finalNameOf(type, true, LAST)).to.not.equal(await finalNameOf(type, false, LAST));
    });
  }
});
