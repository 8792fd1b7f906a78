import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { answerRequest } from "../../../src/ledger/requests/answer-request.js";
import { readRequest } from "../../../src/records/request.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { sampleMainBlock } from "../../support/sample-blocks.js";
import { openTempStore } from "../../support/temp-store.js";

/** The names of a final block, full and as a summary, on a node that holds it with a seal. */
async function namesUnder(seal: string): Promise<readonly unknown[]> {
  const temp = await openTempStore();
  try {
    const sample = sampleMainBlock({ height: 1, previous_blockhash: "" });
    await temp.store.commitMainBlock({ ...sample, block: { ...sample.block, seal } });
    const { network, registry, runners, tip } = await Ledger.open(temp.store, recordedNetwork());
    const resourceChain = { fixedHeight: 1, fixedMainHeight: 1 };
    const nameOf = async (full: boolean): Promise<unknown> => {
      const request = readRequest(objectToValue({ type: "GetBlock", target: 1n, full }));
      const answer = await answerRequest(
        { store: temp.store, network, registry, runners, tip, resourceChain },
        request,
      );
      return "json" in answer ? answer.finalName : expect.fail("It is a value. ");
    };
    return [await nameOf(true), await nameOf(false)];
  } finally {
    await temp.remove();
  }
}

describe("the name of a final block (PROTOCOL 10.10)", () => {
  it("covers the seal of a full block, which is not hashed and differs between nodes, and only there", async () => {
    const [one, other] = [await namesUnder('{"a":1}'), await namesUnder('{"b":2}')];
    expect(one[0]).to.be.a("string").and.not.equal(other[0]);
    expect(one[1]).to.be.a("string").and.equal(other[1]);
    expect(await namesUnder('{"a":1}')).to.deep.equal(one);
  });
});
