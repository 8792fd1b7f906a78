import { expect } from "chai";
import { isMap, objectToValue } from "../../../src/codec/value.js";
import { answerToValue, type Answer } from "../../../src/ledger/answer.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { answerRequest } from "../../../src/ledger/requests/answer-request.js";
import { readRequest } from "../../../src/records/request.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const FIRST = 10;
const LAST = FIRST + 255;

interface Chain {
  /** The last blockhash of each chain, by the request that asks for its blocks. */
  readonly lastHashes: Readonly<Record<string, string>>;
  ask(type: string, full: boolean, first: number, fixedHeight?: number): Promise<Answer>;
  finalName(type: string, full: boolean, fixedHeight: number, first?: number): Promise<string | undefined>;
}

/** Two chains of 265 blocks, for the tests of a suite. */
function useChain(): () => Chain {
  let temp: TempStore;
  let chain: Chain;
  before(async () => {
    temp = await openTempStore();
    chain = await openChain(temp);
  });
  after(() => temp.remove());
  return () => chain;
}

async function openChain({ store }: TempStore): Promise<Chain> {
  let main = "";
  let resource = "";
  for (let height = 1; height <= LAST; height += 1) {
    const mainBlock = sampleMainBlock({ height, previous_blockhash: main });
    const resourceBlock = sampleResourceBlock(height, resource);
    await store.commitMainBlock(mainBlock);
    await store.commitResourceBlock(resourceBlock);
    main = mainBlock.block.blockhash;
    resource = resourceBlock.blockhash;
  }
  const { network, registry, runners, tip } = await Ledger.open(store, recordedNetwork());
  const ask: Chain["ask"] = async (type, full, first, fixedHeight = 0) => {
    const resourceChain = { fixedHeight, fixedMainHeight: fixedHeight };
    const request = objectToValue({ type, target: BigInt(first), full });
    return answerRequest({ store, network, registry, runners, tip, resourceChain }, readRequest(request));
  };
  return {
    lastHashes: { GetBlocks: main, GetResourceBlocks: resource },
    ask,
    async finalName(type, full, fixedHeight, first = FIRST) {
      const answer = await ask(type, full, first, fixedHeight);
      return "json" in answer ? answer.finalName : expect.fail("It is a value. ");
    },
  };
}

describe("a range of blocks has at most 256 blocks (PROTOCOL 11.2, 13.9)", () => {
  const chain = useChain();

  for (const type of ["GetBlocks", "GetResourceBlocks"]) {
    for (const full of [false, true]) {
      it(`${type}, ${full ? "full" : "summaries"}: 256 from the given height, and no more`, async () => {
        const data = await answerToValue(await chain().ask(type, full, 1));
        const heights = isMap(data) ? [...data.keys()] : expect.fail("It is not a map. ");
        expect(heights).to.deep.equal(Array.from({ length: 256 }, (_, index) => String(index + 1)));
      });

      it(`${type}, ${full ? "full" : "summaries"}: all there are, up to the last`, async () => {
        const data = await answerToValue(await chain().ask(type, full, LAST - 1));
        expect(isMap(data) ? [...data.keys()] : []).to.deep.equal([String(LAST - 1), String(LAST)]);
        expect(await answerToValue(await chain().ask(type, full, LAST + 1))).to.deep.equal([]);
      });
    }
  }
});

describe("a range of blocks is final when it is full and all of it is fixed (PROTOCOL 10.10)", () => {
  const chain = useChain();

  for (const type of ["GetBlocks", "GetResourceBlocks"]) {
    for (const full of [false, true]) {
      const form = full ? "full" : "summaries";
      it(`${type}, ${form}: it has a name once its last block is fixed`, async () => {
        expect(await chain().finalName(type, full, LAST - 1)).to.equal(undefined);
        expect(await chain().finalName(type, full, LAST)).to.include(chain().lastHashes[type]);
      });

      it(`${type}, ${form}: a range that is not full may grow, and has no name`, async () => {
        expect(await chain().finalName(type, full, LAST, FIRST + 1)).to.equal(undefined);
      });
    }

    it(`${type}: the two forms have two names`, async () => {
      expect(await chain().finalName(type, true, LAST)).to.not.equal(
        await chain().finalName(type, false, LAST),
      );
    });
  }
});
