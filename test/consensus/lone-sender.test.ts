import { expect } from "chai";
import { ArrivalAges } from "../../src/consensus/arrival-ages.js";

const MS = 1000;
const SECOND = 1000 * MS;
const NOW = 1_800_000_000 * SECOND;

/** A node on a chain with rounds of a millisecond, and those that send to it. */
class InstantChain {
  readonly ages = new ArrivalAges(MS);
  nowUs = NOW;

  /** A transaction that was signed so long ago arrives and waits. */
  take(ageUs: number): void {
    this.ages.recordTaken(ageUs, this.nowUs);
  }

  /** All that wait get into a block. */
  seal(): void {
    this.ages.close(this.nowUs);
    this.nowUs += 3 * MS;
    this.ages.settle(this.nowUs);
  }

  /** Sends one transaction after the other, each signed once the last one is in a block. */
  sendInTurn(count: number, pauseUs = MS): void {
    for (let sent = 0; sent < count; sent += 1) {
      this.nowUs += pauseUs + MS;
      this.take(MS);
      this.seal();
    }
  }

  get graceUs(): number {
    return this.ages.graceUs(this.nowUs);
  }
}

describe("The grace of an instant chain (PROTOCOL 15.2)", () => {
  it("is the shortest for the first transactions, and none for one sender that waits for each block", () => {
    const chain = new InstantChain();
    expect(chain.graceUs).to.equal(25 * MS);
    chain.sendInTurn(3);
    expect(chain.graceUs).to.equal(0);
  });

  it("covers the distance of other nodes for a lone sender, too", () => {
    const chain = new InstantChain();
    chain.sendInTurn(3);
    expect(chain.ages.graceUs(chain.nowUs, { distanceUs: 8 * MS })).to.equal(10 * MS);
  });

  it("is back when a transaction was signed before the last block was chosen, until two seconds later", () => {
    const chain = new InstantChain();
    chain.sendInTurn(3);
    chain.nowUs += 20 * MS;
    chain.take(60 * MS);
    expect(chain.graceUs).to.be.within(75 * MS, 85 * MS);
    chain.seal();
    chain.sendInTurn(3);
    expect(chain.graceUs).to.be.above(70 * MS);
    chain.nowUs += 5 * SECOND;
    chain.sendInTurn(3);
    expect(chain.graceUs).to.equal(0);
  });

  it("is back when one arrives while another one waits", () => {
    const chain = new InstantChain();
    chain.sendInTurn(3);
    chain.nowUs += 2 * MS;
    chain.take(MS);
    chain.take(MS);
    expect(chain.graceUs).to.equal(25 * MS);
  });

  it("is back when one came too late for its block", () => {
    const chain = new InstantChain();
    chain.sendInTurn(3);
    chain.ages.record(100 * MS, chain.nowUs);
    expect(chain.graceUs).to.be.above(120 * MS);
  });

  it("stays when transactions come at times of their own", () => {
    const chain = new InstantChain();
    chain.sendInTurn(20, 50 * MS);
    expect(chain.graceUs).to.equal(25 * MS);
  });

  it("is the shortest again when what began the chain is forgotten", () => {
    const chain = new InstantChain();
    for (let sent = 0; sent < 9; sent += 1) chain.take(400 * MS);
    expect(chain.graceUs).to.be.above(480 * MS);
    chain.seal();
    chain.ages.clear();
    expect(chain.graceUs).to.equal(25 * MS);
    chain.sendInTurn(3);
    expect(chain.graceUs).to.equal(0);
  });

  it("does not count the age of a transaction that came alone", () => {
    const chain = new InstantChain();
    chain.nowUs += SECOND;
    chain.take(400 * MS);
    chain.seal();
    expect(chain.graceUs).to.equal(25 * MS);
  });
});
