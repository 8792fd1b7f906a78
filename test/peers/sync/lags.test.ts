import { expect } from "chai";
import { Lags } from "../../../src/peers/sync/named-first.js";

const at = (main: number, resource = 0) => ({ main, resource });

describe("How long a peer has had blocks that a node lacks (PROTOCOL 15.12)", () => {
  let lags: Lags;
  beforeEach(() => {
    lags = new Lags();
  });

  it("counts from the first word of a block until the node has it, whatever follows it meanwhile", () => {
    lags.note("a:1", at(5), at(4), 1000);
    lags.note("a:1", at(9), at(4), 2000);
    expect([lags.of("a:1", at(4), 3000), lags.heightOf("a:1")]).to.deep.equal([2000, 5]);
    expect(lags.of("a:1", at(5), 3000)).to.equal(0);
    lags.note("a:1", at(9), at(5), 4000);
    expect(lags.of("a:1", at(5), 5000)).to.equal(1000);
  });

  it("counts resource blocks too, and is nothing for a peer without others, or that is gone", () => {
    lags.note("a:1", at(5, 2), at(5, 1), 0);
    expect(lags.of("a:1", at(5, 1), 7)).to.equal(7);
    lags.note("a:1", at(4, 1), at(5, 1), 8);
    expect(lags.of("a:1", at(5, 1), 9)).to.equal(0);
    lags.note("b:1", at(9), at(5), 0);
    lags.keepOnly(new Set(["a:1"]));
    lags.note("c:1", at(9), at(5), 0);
    lags.forget("c:1");
    expect([lags.of("b:1", at(5), 9), lags.of("c:1", at(5), 9)]).to.deep.equal([0, 0]);
  });
});
