import { expect } from "chai";
import { ReceiptRound } from "../../src/consensus/receipt-round.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";

const SECOND = 1_000_000;
/** A period of sixteen intervals begins here. */
const START = 1_600_000_000 * SECOND;

describe("The round whose receipts are gathered (PROTOCOL 10.9, 15.15)", () => {
  const clock = new VirtualClock(START);
  let tip = tipAt(1, 0);
  const network = { constants: { main_chain_interval: SECOND } };
  const ledger = {
    network,
    get tip() {
      return tip;
    },
  } as unknown as Ledger;
  const round = new ReceiptRound(ledger, clock);

  function tipAt(height: number, seconds: number, branch = "a"): Ledger["tip"] {
    const blockhash = `${branch}${height}`;
    return { ...({} as Ledger["tip"]), height, blockhash, s_timestamp: START + seconds * SECOND };
  }
  async function reach(next: Ledger["tip"]): Promise<number> {
    await clock.advance(Math.max(0, next.s_timestamp - clock.nowUs()));
    tip = next;
    return round.tip.height;
  }

  it("is that of the first block in sixteen intervals", async () => {
    expect(round.tip.height).to.equal(1);
    for (let seconds = 1; seconds < 16; seconds += 1)
      expect(await reach(tipAt(1 + seconds, seconds))).to.equal(1);
    expect(await reach(tipAt(17, 16))).to.equal(17);
    expect(await reach(tipAt(18, 17))).to.equal(17);
  });

  it("is that of the tip when no block follows for as long", async () => {
    await clock.advance(15 * SECOND);
    expect(round.tip.height).to.equal(17);
    await clock.advance(SECOND);
    expect(round.tip.height).to.equal(18);
  });

  it("is never that of an undone block", async () => {
    expect(await reach(tipAt(19, 40))).to.equal(19);
    expect(await reach(tipAt(20, 41))).to.equal(19);
    expect(await reach(tipAt(19, 41, "b"))).to.equal(19);
    expect(round.tip.blockhash).to.equal("b19");
  });
});
