import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Client } from "../../../src/client/create-client.js";
import { VirtualClock } from "../../../src/node/clock/virtual-clock.js";
import { SyncPeers } from "../../../src/peers/sync/sync-peers.js";
import type { Peer } from "../../../src/peers/tracking/peer-table.js";
import { expectRejection } from "../../support/expect-rejection.js";

const [SLOW, QUICK] = ["slow:1", "quick:1"].map((host): Peer => ({ host, address: host })) as [Peer, Peer];

describe("The peers that give the blocks of a sync", () => {
  const clock = new VirtualClock(0);
  let dismissed: string[];
  let peers: SyncPeers;
  let hang: (answer: string) => void;
  const hanging = new Promise<string>((resolve) => (hang = resolve));
  /** The slow peer answers when the test resolves its promise. */
  const question = async ({ url }: Client): Promise<string> => (url === SLOW.host ? hanging : "here");

  beforeEach(() => {
    dismissed = [];
    peers = new SyncPeers({
      clock,
      clientOf: ({ host }) => ({ url: host }) as Client,
      onDismiss: ({ host }, { code }) => dismissed.push(`${host} ${code}`),
    });
  });

  it("take turns while their load is equal", async () => {
    peers.join(SLOW);
    peers.join(QUICK);
    const asked: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) await peers.ask(async ({ url }) => asked.push(url));
    expect(asked).to.deep.equal([SLOW.host, QUICK.host, SLOW.host, QUICK.host]);
  });

  it("have five seconds for an answer while another peer could be asked", async () => {
    peers.join(SLOW);
    peers.join(QUICK);
    const given = peers.ask(question);
    await clock.advance(4_999_999);
    expect(dismissed).to.deep.equal([]);
    await clock.advance(1);
    expect(await given).to.deep.equal({ answer: "here", peer: QUICK });
    expect(dismissed).to.deep.equal([`${SLOW.host} PEER_STALLED`]);
    // A dismissed peer does not come back.
    peers.join(SLOW);
    expect(peers.size).to.equal(1);
  });

  it("have the full time of a call when no other peer is left", async () => {
    peers.join(SLOW);
    const given = peers.ask(question);
    await clock.advance(60_000_000);
    hang("at last");
    expect(await given).to.deep.equal({ answer: "at last", peer: SLOW });
  });

  it("fail one after the other, with the reason of the last one", async () => {
    peers.join(SLOW);
    peers.join(QUICK);
    const refuse = async ({ url }: Client): Promise<never> => {
      throw new ChainError(url === SLOW.host ? "FIRST" : "LAST", "No. ");
    };
    await expectRejection(peers.ask(refuse), "LAST", "refused");
    expect(dismissed).to.deep.equal([`${SLOW.host} FIRST`, `${QUICK.host} LAST`]);
    await expectRejection(peers.ask(question), "PEER_NONE", "unavailable");
  });
});
