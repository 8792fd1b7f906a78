import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { ValueMap } from "../../../src/codec/value.js";
import { createClientOver, type Client } from "../../../src/client/create-client.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { SyncPeers } from "../../../src/peers/sync/sync-peers.js";
import type { Peer } from "../../../src/peers/tracking/peer-table.js";
import { expectRejection } from "../../support/expect-rejection.js";
import * as errors from "../../../src/peers/errors.js";

const [SLOW, QUICK] = ["slow:1", "quick:1"].map((host): Peer => ({ host, address: host })) as [Peer, Peer];
const ANSWER: ValueMap = new Map([["code", 200n]]);

describe("The peers that give the blocks of a sync", () => {
  let clock: VirtualClock;
  let dismissed: string[];
  let peers: SyncPeers;
  /** Sends a part of the slow peer's answer. */
  let sendPiece: () => void;
  /** Ends the slow peer's answers. */
  let finish: () => void;

  beforeEach(() => {
    clock = new VirtualClock(0);
    dismissed = [];
    open();
  });

  /** Begins a sync that the slow peer leads. It answers when the test says so. */
  function open(): void {
    const finished = new Promise<void>((resolve) => (finish = resolve));
    peers = new SyncPeers(SLOW, {
      clock,
      clientOf: ({ host }, { onPiece }) => {
        if (host === SLOW.host && onPiece !== undefined) sendPiece = onPiece;
        return createClientOver(async () => {
          if (host === SLOW.host) await finished;
          return ANSWER;
        }, host);
      },
      onDismiss: ({ host }, { code }) => dismissed.push(`${host} ${code}`),
    });
  }
  const question = async (client: Client): Promise<string> => {
    await client.ping();
    return client.url;
  };

  it("take turns while their load is equal", async () => {
    peers.join(QUICK);
    const asked: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) await peers.ask(async ({ url }) => asked.push(url));
    expect(asked).to.deep.equal([SLOW.host, QUICK.host, SLOW.host, QUICK.host]);
  });

  it("may be silent for five seconds while another peer could be asked", async () => {
    peers.join(QUICK);
    const given = peers.ask(question);
    await clock.advance(4_999_999);
    expect(dismissed).to.deep.equal([]);
    await clock.advance(1);
    expect(await given).to.deep.equal({ answer: QUICK.host, peer: QUICK });
    expect(dismissed).to.deep.equal([`${SLOW.host} PEER_STALLED`]);
    // A dismissed peer does not come back.
    peers.join(SLOW);
    expect(peers.size).to.equal(1);
  });

  it("may take their time while parts of an answer arrive, but this node waits no longer for them", async () => {
    peers.join(QUICK);
    const given = peers.ask(question);
    for (let second = 0; second < 60; second += 4) {
      await clock.advance(4_000_000);
      expect(peers.isLate).to.equal(second > 0);
      sendPiece();
    }
    finish();
    expect(await given).to.deep.equal({ answer: SLOW.host, peer: SLOW });
    expect(dismissed).to.deep.equal([]);
  });

  it("have the full time of a call when no other peer is left", async () => {
    const given = peers.ask(question);
    await clock.advance(60_000_000);
    expect(peers.isLate).to.equal(true);
    finish();
    expect(await given).to.deep.equal({ answer: SLOW.host, peer: SLOW });
    expect(peers.isLate).to.equal(false);
  });

  it("yield once another peer comes", async () => {
    const given = peers.lead.ping().catch(({ code }: ChainError) => code);
    await clock.advance(60_000_000);
    peers.join(QUICK);
    await clock.advance(1_000_000);
    expect(await given).to.equal("PEER_STALLED");
  });

  it("yield also to a peer whose chains are others", async () => {
    peers.join(QUICK);
    peers.dismiss(QUICK, errors.peerBranch({ height: 1 }));
    const given = peers.lead.ping().catch(({ code }: ChainError) => code);
    await clock.advance(5_000_000);
    expect(await given).to.equal("PEER_STALLED");
  });

  it("lose strangers at once when a named peer has waited for too long (PROTOCOL 15.12)", async () => {
    const given = peers.lead.ping().catch(({ code }: ChainError) => code);
    await clock.advance(1_000_000);
    peers.dismissStrangers();
    await clock.advance(250_000);
    expect(await given).to.equal("PEER_STALLED");
    expect(dismissed).to.deep.equal([`${SLOW.host} PEER_STALLED`]);
    await expectRejection(peers.ask(question), "PEER_NONE", "unavailable");
  });

  it("fail one after the other, with the reason of the last one", async () => {
    peers.join(QUICK);
    const refuse = async ({ url }: Client): Promise<never> => {
      throw new ChainError(url === SLOW.host ? "FIRST" : "LAST", "No. ");
    };
    await expectRejection(peers.ask(refuse), "LAST", "refused");
    expect(dismissed).to.deep.equal([`${SLOW.host} FIRST`, `${QUICK.host} LAST`]);
    await expectRejection(peers.ask(question), "PEER_NONE", "unavailable");
  });
});
