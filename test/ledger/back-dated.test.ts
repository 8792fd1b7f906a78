import { expect } from "chai";
import { mayBeHistory } from "../../src/ledger/resource-chain.js";
import { DEFAULT_CONSTANTS } from "../../src/records/network.js";

const { confirm_interval, resource_confirm_count } = DEFAULT_CONSTANTS;
const TIP = { height: 50, s_timestamp: 10 * confirm_interval };
const OLD = {
  height: resource_confirm_count + 1,
  main_height: TIP.height,
  timestamp: TIP.s_timestamp - confirm_interval - 1,
};

describe("A resource block dated more than a confirm interval before the last main block (PROTOCOL 15.9)", () => {
  const may = (block: typeof OLD): boolean => mayBeHistory(block, TIP, { constants: DEFAULT_CONSTANTS });

  it("may be history when it names that main block and has a height up to C + 1, where genesis seals alone", () => {
    expect(may(OLD)).to.equal(true);
    expect(may({ ...OLD, height: OLD.height + 1 })).to.equal(false);
    expect(may({ ...OLD, main_height: TIP.height - 1 })).to.equal(false);
    expect(may({ ...OLD, timestamp: OLD.timestamp + 1 })).to.equal(false);
  });
});
