import { expect } from "chai";
import { objectToValue, isMap, memberOf, type Value } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import type { Engine } from "../../src/api/engine.js";
import { Health, verdictOf } from "../../src/ops/health/health.js";
import type { Node } from "../../src/node/node.js";
import { answerPeer } from "../../src/api/views/peer-answer.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { testIdentity, type TestKey } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { slowly } from "../support/slowly.js";
import { GENESIS, NETWORK, SECOND_US } from "./attacked-network.js";

const START_US = 1_800_000_000_000_000;
/** How many hosts one stranger may offer at once. */
const OFFERS = 8;
/** A node with an honest peer that its operator named is never further behind (PROTOCOL 15.12). */
const MOST_BEHIND_US = 10 * SECOND_US;
/** What of the news of a peer says where its chains end. */
const ENDS: ReadonlySet<string> = new Set(["since", "main", "resource"]);
const ADDRESS = "203.0.113.9";

/** The first digits of a peer key's address, as a number. */
const placeOf = ({ address }: TestKey): number => Number.parseInt(address.slice(0, 4), 16);
const PLACES = 0x10000;

/** An honest node whose key lies just before the victim's on the ring, so that nearly all keys lie between them. */
function honestName(victim: TestKey): string {
  for (let index = 0; ; index += 1) {
    const gap = (placeOf(testIdentity(`honest${index}:1`).peer) - placeOf(victim) + PLACES) % PLACES;
    if (gap > 0.97 * PLACES) return `honest${index}:1`;
  }
}

describe("Strangers that fill the ring between a node and the peer that its operator named (PROTOCOL 15.12)", function () {
  this.timeout(120_000);
  let nodes: PeerNodes;
  let honest: Node;
  let victim: Node;
  let host: string;
  let offered: number;
  let release: () => void;
  let released: Promise<void>;

  async function open(addressOf?: (hostname: string) => string): Promise<void> {
    nodes = new PeerNodes(START_US);
    host = honestName(testIdentity("victim:1").peer);
    const identity = { ...GENESIS, peer: testIdentity(host).peer };
    honest = await nodes.open(host, { network: NETWORK, identity });
    victim = await nodes.open("victim:1", {
      network: NETWORK,
      hosts: [host],
      ...(addressOf === undefined ? {} : { addressOf }),
    });
    offered = 0;
    released = new Promise((resolve) => (release = resolve));
    honest.start();
    await honest.submit(signed("Genesis", [["network_address", honest.ledger.network.networkAddress]]));
    victim.start();
    expect(await nodes.until(() => victim.ledger.tip.height === 1)).to.equal(true);
  }
  afterEach(async () => {
    release();
    await nodes.stop();
  });

  function signed(type: string, members: Iterable<readonly [string, Value]>) {
    const timestamp = BigInt(nodes.clock.nowUs());
    const record = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    return signTransaction(record, GENESIS.node.privateKey);
  }

  /** Offers the victim hosts with new keys. */
  async function offer(instead: (shown: Engine) => Partial<Engine>): Promise<void> {
    for (let index = 0; index < OFFERS; index += 1) {
      offered += 1;
      const name = `evil${offered}:1`;
      const key = testIdentity(name).peer;
      const { ledger } = victim;
      const peer: Engine["peer"] = (query) =>
        answerPeer({ ledger, key, nowUs: nodes.clock.nowUs(), tracker: undefined }, query);
      nodes.engines.set(
        name,
        forwardTo(() => victim, { ...instead(victim), peer }),
      );
      await victim.peer({ register: true, host: name, authentication: false, caller: ADDRESS });
    }
  }

  /** Lets seconds pass in which the honest node makes blocks. Returns by how much the victim was behind at most, µs. */
  async function live(seconds: number, act: (second: number) => Promise<void>): Promise<number> {
    const made = new Map<number, number>();
    honest.onBlock(({ height }) => made.set(height, nodes.clock.nowUs()));
    let most = 0;
    for (let second = 0; second < seconds; second += 1) {
      await act(second);
      await honest.submit(signed("Oracle", [["code", `${second}`]])).catch(() => undefined);
      await nodes.until(() => false, SECOND_US);
      const next = made.get(victim.ledger.tip.height + 1);
      if (next !== undefined) most = Math.max(most, nodes.clock.nowUs() - next);
    }
    expect(honest.ledger.tip.height).to.be.greaterThan(seconds / 3);
    return most;
  }

  const stall: Engine["request"] = async () => {
    // As long as a call may take.
    await Promise.race([released, passed(nodes.clock, 10 * SECOND_US)]);
    return { value: objectToValue({}) };
  };
  const ring = (): readonly string[] => victim.peers?.tracker.ring().map((peer) => peer.host) ?? [];

  it("do not keep it from that peer's blocks when they show its own chain", async () => {
    await open();
    const most = await live(24, async (second) => {
      if (second === 0 || second === 5) await offer(() => ({}));
    });
    expect(ring(), "the attack itself succeeds").to.have.length(5).and.not.include(host);
    expect(most).to.be.at.most(MOST_BEHIND_US);
  });

  slowly(
    "do not keep it from that peer's blocks when they claim longer chains and give nothing, under new names each time",
    async () => {
      await open();
      const claim =
        (shown: Engine): Engine["round"] =>
        async (query) => {
          const round = await shown.round(query);
          const limit = memberOf(round, "sync_limit");
          if (!isMap(round) || typeof limit !== "bigint") return round;
          return new Map([...round, ["sync_limit", limit + 5n]]);
        };
      const most = await live(30, async (second) => {
        if (second % 5 === 0) await offer((shown) => ({ round: claim(shown), request: stall }));
      });
      expect(ring(), "the attack itself succeeds").to.have.length.at.least(5);
      expect(most).to.be.at.most(MOST_BEHIND_US);
    },
  );

  it("do not keep it from that peer's blocks when they tell these first and withhold them", async () => {
    await open();
    const request: Engine["request"] = (input) =>
      memberOf(input.request, "full") === true ? stall(input) : honest.request(input);
    const broadcast: Engine["broadcast"] = async (query) => {
      const { siblings, ...answer } = await honest.broadcast(query);
      const news = siblings?.["news"];
      const ends = new Map(isMap(news) ? [...news].filter(([name]) => ENDS.has(name)) : []);
      return { ...answer, siblings: { news: ends } };
    };
    const most = await live(24, async (second) => {
      if (second % 5 === 0)
        await offer(() => ({ round: (query) => honest.round(query), request, broadcast }));
    });
    expect(ring(), "the attack itself succeeds").to.have.length.at.least(5);
    expect(most).to.be.at.most(2 * SECOND_US);
  });

  it("have two peers' places at one address, and none of the operator's", async () => {
    await open((hostname) => (hostname.startsWith("evil") ? ADDRESS : "198.51.100.1"));
    await live(10, async (second) => {
      if (second % 5 === 0) await offer(() => ({}));
    });
    const { peers, knownHosts } = victim.peers?.tracker ?? { peers: new Map(), knownHosts: [] };
    expect([peers.size, knownHosts.length]).to.deep.equal([3, 4]);
    expect(ring()).to.include(host);
  });

  slowly(
    "leave it not ready when that peer is ahead and gives no blocks, although all others say that it follows",
    async () => {
      await open();
      const health = new Health(victim, null);
      await live(12, async (second) => {
        if (second === 0 || second === 5) await offer(() => ({}));
      });
      await health.look();
      expect(verdictOf(health.readiness())).to.equal("ready");
      nodes.engines.set(
        host,
        forwardTo(() => honest, {
          request: stall,
          // News would hold the blocks.
          broadcast: (query) => honest.broadcast({ ...query, news: undefined }),
        }),
      );
      const look = (): Promise<void> => health.look();
      // Four seconds pass until a peer that tells news no more is asked for its heights.
      await live(18, look);
      const problem = health.readiness().checks.find(({ name }) => name === "sync")?.problem;
      expect(problem?.message).to.include(host);
      expect(health.readiness().isReady).to.equal(false);
      nodes.engines.set(host, honest);
      await live(20, look);
      expect(verdictOf(health.readiness())).to.equal("ready");
    },
  );
});
