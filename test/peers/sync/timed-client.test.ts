import { expect } from "chai";
import type { ResourceBlockSummary } from "../../../src/client/answers.js";
import type { Client } from "../../../src/client/create-client.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { ClaimedChain, excessWork } from "../../../src/peers/sync/claimed-work.js";
import { timedClient, type AskedPeer } from "../../../src/peers/sync/timed-client.js";
import { createNetwork, PUBLIC_NETWORK } from "../../../src/records/network.js";
import { expectRejection } from "../../support/expect-rejection.js";

const SECOND_US = 1_000_000;

describe("The summaries of a comparison", () => {
  let clock: VirtualClock;
  let asked = 0;

  beforeEach(() => {
    clock = new VirtualClock(0);
    asked = 0;
  });

  /** A peer that has each block that it is asked for, up to its claim, and takes a second for an answer. */
  function peer(host: string, resource: number, windowLength = 256): AskedPeer {
    const summaryAt = (height: number): ResourceBlockSummary => ({
      height,
      blockhash: `${host} ${height}`,
      previous_blockhash: "",
      nonce: "",
      main_blockhash: "",
      main_height: 1,
      receipt_count: 0,
      timestamp: height,
      difficulty: "1",
      miner: "",
      validator: "",
    });
    const client: Partial<Client> = {
      getResourceBlockSummary: async (height) => {
        asked += 1;
        await clock.advance(SECOND_US);
        return summaryAt(Number(height));
      },
      getResourceBlockSummaries: async (from) =>
        Array.from({ length: Math.min(windowLength, resource - from + 1) }, (_, index) =>
          summaryAt(from + index),
        ),
    };
    return { host, client: client as Client, status: { main: 1, resource } };
  }

  it("come in full windows, except for the last one", async () => {
    expect(await timedClient(peer("full:1", 1000), clock).getResourceBlockSummaries(1)).to.have.length(256);
    expect(await timedClient(peer("full:1", 1000), clock).getResourceBlockSummaries(999)).to.have.length(2);
    const short = timedClient(peer("short:1", 1000, 1), clock);
    await expectRejection(short.getResourceBlockSummaries(1), "PEER_BLOCKS_MISSING", "unavailable");
    expect(await short.getResourceBlockSummaries(1000)).to.have.length(1);
  });

  it("come within a minute", async () => {
    const client = timedClient(peer("slow:1", 1000), clock);
    await clock.advance(60 * SECOND_US);
    await client.getResourceBlockSummary(1);
    await expectRejection(client.getResourceBlockSummary(2), "PEER_STALLED", "unreachable");
  });

  it("end for a peer that claims a chain without end, which then has no say (PROTOCOL 15.10)", async () => {
    const failures: string[] = [];
    const options = { height: 0, network: createNetwork(PUBLIC_NETWORK), clock };
    const chainOf = (host: string, resource: number): ClaimedChain =>
      new ClaimedChain(peer(host, resource), options);
    const excess = (lead: ClaimedChain, other: ClaimedChain): Promise<bigint | null> =>
      excessWork(lead, other, ({ code }) => failures.push(code));
    expect(await excess(chainOf("lead:1", 20), chainOf("endless:1", 2 ** 50))).to.equal(null);
    expect(failures).to.deep.equal(["PEER_STALLED"]);
    expect(asked).to.be.lessThan(200);
    const fromEndless = excess(chainOf("endless:1", 2 ** 50), chainOf("other:1", 20));
    await expectRejection(fromEndless, "PEER_STALLED", "unreachable");
  });
});
