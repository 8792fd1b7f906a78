import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { valueToText } from "../../../src/codec/text.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { memberOf, type Value, type ValueMap } from "../../../src/codec/value.js";
import { PUBLIC_NETWORK, type NetworkDefinition } from "../../../src/records/network.js";
import type { Engine, PeerAnswer } from "../../../src/api/engine.js";
import { checkPeers } from "../../../src/ops/status/check-peer.js";
import type { Log, LogEntry } from "../../../src/base/log.js";
import type { Node } from "../../../src/node/node.js";
import type { Ban } from "../../../src/peers/tracking/bans.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { forwardTo } from "../../support/forward-to.js";
import { testKey } from "../../support/keys.js";
import { proveMembership } from "../../../src/peers/tracking/membership.js";
import { PeerNodes } from "../../support/peer-nodes.js";
import { slowly } from "../../support/slowly.js";

const NETWORK: NetworkDefinition = {
  ...PUBLIC_NETWORK,
  peers: [],
  genesis_address: testKey("genesis").address,
};
const START_US = 1_800_000_000_000_000;

function peersOf(node: Node): readonly string[] {
  return [...(node.peers?.tracker.peers.values() ?? [])].map(({ host }) => host).sort();
}

describe("The tracker (PROTOCOL 12.3, 12.4, 12.5, 12.6)", () => {
  let nodes: PeerNodes;
  beforeEach(() => {
    nodes = new PeerNodes(START_US);
  });
  afterEach(() => nodes.stop());

  const ask = (node: Node, query: Partial<Parameters<Node["peer"]>[0]>): Promise<PeerAnswer> =>
    node.peer({ register: false, authentication: false, ...query });

  it("finds the peers of its peers, and names them to others", async () => {
    const first = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    await nodes.open("b:1", { network: NETWORK, hosts: ["c:1"] });
    await nodes.open("c:1", { network: NETWORK });
    for (const engine of nodes.engines.values()) (engine as Node).start();
    expect(await nodes.until(() => peersOf(first).length === 2, 190_000_000)).to.equal(true);
    expect(peersOf(first)).to.deep.equal(["b:1", "c:1"]);
    expect(nodes.saved.get("a:1")).to.deep.equal(["b:1", "c:1"]);
    const peers = memberOf((await ask(first, {})).data, "peers") as ReadonlyMap<string, Value>;
    for (const [prefix, peer] of peers)
      expect(valueToText(memberOf(peer, "address") ?? null))
        .to.have.length(44)
        .and.match(new RegExp(`^${prefix}`));
    expect(peers.size).to.equal(2);
  });

  it("asks its peers for their clocks once its own was moved, and mines nothing while theirs refuse it", async () => {
    let movedUs = 0;
    const clock = {
      nowUs: () => nodes.clock.nowUs() + movedUs,
      schedule: (us: number, task: () => void | Promise<void>) => nodes.clock.schedule(us, task),
    };
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1", "c:1"], clock });
    await nodes.open("b:1", { network: NETWORK });
    await nodes.open("c:1", { network: NETWORK });
    for (const engine of nodes.engines.values()) (engine as Node).start();
    const tracker = node.peers?.tracker;
    /** By how many seconds the peers' clocks are ahead. */
    const offset = (): number => Math.round((tracker?.clockOffset(clock.nowUs())?.offsetUs ?? 0) / 1_000_000);
    await nodes.until(() => peersOf(node).length === 2, 20_000_000);
    expect(offset()).to.equal(0);
    movedUs = 40_000_000;
    expect(await nodes.until(() => offset() === -40, 11_000_000)).to.equal(true);
    expect(await nodes.until(() => tracker?.isClockRefused(clock.nowUs()) === true, 20_000_000)).to.equal(
      true,
    );
    movedUs = 0;
    expect(await nodes.until(() => peersOf(node).length === 2 && offset() === 0, 11_000_000)).to.equal(true);
    expect(tracker?.isClockRefused(clock.nowUs())).to.equal(false);
  });

  slowly(
    "never asks a banned host, which a peer names and which offers itself, until the ban ends",
    async () => {
      const kept: unknown[] = [];
      const node = await nodes.open("a:1", {
        network: NETWORK,
        hosts: ["b:1", "c:1"],
        bans: [{ host: "c:1", untilUs: START_US + 300_000_000 }],
        keepBans: async (bans) => void kept.push(bans),
      });
      await nodes.open("b:1", { network: NETWORK, hosts: ["c:1"] });
      await nodes.open("c:1", { network: NETWORK });
      for (const engine of nodes.engines.values()) (engine as Node).start();
      expect((await ask(node, { register: true, host: "c:1" })).registerResult).to.equal(false);
      expect(await nodes.until(() => peersOf(node).includes("c:1"), 299_000_000)).to.equal(false);
      expect(peersOf(node)).to.deep.equal(["b:1"]);
      expect(await nodes.until(() => peersOf(node).includes("c:1"))).to.equal(true);
      await node.peers?.tracker.ban("b:1", null);
      expect(peersOf(node)).to.deep.equal(["c:1"]);
      expect(kept).to.deep.equal([[{ host: "b:1", untilUs: null }]]);
      expect(await nodes.until(() => peersOf(node).includes("b:1"), 190_000_000)).to.equal(false);
    },
  );

  it("keeps bans one after the other, so that the last ones kept are all bans", async () => {
    const kept: (readonly Ban[])[] = [];
    const ends: (() => void)[] = [];
    const node = await nodes.open("a:1", {
      network: NETWORK,
      keepBans: async (bans) => {
        kept.push(bans);
        await new Promise<void>((resolve) => ends.push(resolve));
      },
    });
    const bans = ["b:1", "c:1"].flatMap((host) => node.peers?.tracker.ban(host, null) ?? []);
    while (ends.length === 0) await setImmediate();
    expect(kept).to.have.length(1);
    ends[0]?.();
    while (ends.length === 1) await setImmediate();
    ends[1]?.();
    await Promise.all(bans);
    expect(kept.at(-1)?.map(({ host }) => host)).to.deep.equal(["b:1", "c:1"]);
  });

  it("only queues a host that a stranger offers, and adds it once it has proved itself", async () => {
    const node = await nodes.open("a:1", { network: NETWORK });
    await nodes.open("b:1", { network: NETWORK });
    node.start();
    const answer = await ask(node, { register: true, host: "b:1" });
    expect([answer.register, answer.registerResult]).to.deep.equal([true, true]);
    expect(peersOf(node)).to.deep.equal([]);
    expect(await nodes.until(() => peersOf(node).length === 1)).to.equal(true);
    // A known host is not queued again, and an invalid one neither.
    for (const host of ["b:1", "not a host", undefined]) {
      const again = await ask(node, { register: true, ...(host === undefined ? {} : { host }) });
      expect(again.registerResult).to.equal(false);
    }
  });

  it("asks its peers to register it when it has a public host, and never works with itself", async () => {
    const first = await nodes.open("a:1", { network: NETWORK });
    const second = await nodes.open("b:1", { network: NETWORK, hosts: ["a:1", "b:1"], publicHost: "B:1" });
    first.start();
    second.start();
    expect(await nodes.until(() => peersOf(first).length === 1, 20_000_000)).to.equal(true);
    expect([peersOf(first), peersOf(second)]).to.deep.equal([["b:1"], ["a:1"]]);
    expect(second.peers?.tracker.offer("b:1")).to.equal(false);
    expect(second.peers?.tracker.knownHosts).to.deep.equal([]);
  });

  it("does not ask for registration when it has none", async () => {
    const first = await nodes.open("a:1", { network: NETWORK });
    const second = await nodes.open("b:1", { network: NETWORK, hosts: ["a:1"] });
    first.start();
    second.start();
    expect(await nodes.until(() => peersOf(first).length === 1, 20_000_000)).to.equal(false);
    expect(peersOf(second)).to.deep.equal(["a:1"]);
  });

  it("tries the peers of its last run first, and gives up those that no longer answer", async () => {
    const remembered = ["gone:1", "b:1", "no host"];
    const node = await nodes.open("a:1", { network: NETWORK, remembered });
    await nodes.open("b:1", { network: NETWORK });
    node.start();
    expect(await nodes.until(() => peersOf(node).length === 1, 1_000_000)).to.equal(true);
    const tracker = node.peers?.tracker;
    expect(await nodes.until(() => tracker?.knownHosts.length === 0, 300_000_000)).to.equal(true);
    expect(peersOf(node)).to.deep.equal(["b:1"]);
  });

  it("refuses an invalid public host", async () => {
    await expectRejection(nodes.open("a:1", { network: NETWORK, publicHost: "a/b" }), "PEER_HOST", "usage");
  });

  it("accepts no more offered hosts at once than it can try", async () => {
    const node = await nodes.open("a:1", { network: NETWORK });
    const results: boolean[] = [];
    for (let index = 0; index < 65; index += 1) {
      results.push((await ask(node, { register: true, host: `h${index}:1` })).registerResult);
    }
    expect(results.lastIndexOf(true)).to.equal(63);
  });

  it("tries offered hosts even while known ones never answer", async () => {
    const [node, other] = [
      await nodes.open("a:1", { network: NETWORK }),
      await nodes.open("b:1", { network: NETWORK }),
    ];
    await nodes.open("c:1", { network: NETWORK });
    const namesSilent = forwardTo(() => other, {
      async peer(query) {
        const answer = await other.peer(query);
        return { ...answer, data: new Map([...(answer.data as ValueMap), ["known_hosts", ["silent:1"]]]) };
      },
    });
    let isAsked = false;
    let answer = (): void => undefined;
    const silence = new Promise<PeerAnswer>((_, reject) => {
      answer = () => reject(new ChainError("TIMEOUT", "No answer. ", { kind: "unreachable" }));
    });
    const silent = forwardTo(() => other, {
      peer() {
        isAsked = true;
        return silence;
      },
    });
    nodes.engines.set("b:1", namesSilent);
    nodes.engines.set("silent:1", silent);
    node.start();
    await node.peers?.tracker.check("b:1");
    expect(await nodes.until(() => isAsked, 70_000_000)).to.equal(true);
    node.peers?.tracker.offer("c:1");
    expect(await nodes.until(() => peersOf(node).includes("c:1"))).to.equal(true);
    answer();
  });

  slowly("tries a bounded number of known hosts at a time, each in its turn", async () => {
    const [node, other] = [
      await nodes.open("a:1", { network: NETWORK }),
      await nodes.open("b:1", { network: NETWORK }),
    ];
    const asked = new Set<string>();
    const named = (from: number): readonly string[] =>
      Array.from({ length: 50 }, (_, index) => `h${from + index}:1`);
    let from = 0;
    nodes.engines.set(
      "b:1",
      forwardTo(() => other, {
        async peer(query) {
          const answer = await other.peer(query);
          return { ...answer, data: new Map([...(answer.data as ValueMap), ["known_hosts", named(from)]]) };
        },
      }),
    );
    for (const host of [...named(0), ...named(50)])
      nodes.engines.set(
        host,
        forwardTo(() => other, {
          peer() {
            asked.add(host);
            throw new ChainError("TIMEOUT", "No answer. ", { kind: "unreachable" });
          },
        }),
      );
    node.start();
    for (from of [0, 50]) await node.peers?.tracker.check("b:1");
    expect(await nodes.until(() => asked.size > 0, 70_000_000)).to.equal(true);
    expect(asked.size).to.equal(64);
    expect(await nodes.until(() => asked.size === 100, 70_000_000)).to.equal(true);
  });

  slowly(
    "finds the peers of an honest peer as quickly when another one names more hosts than fit its list",
    async () => {
      const [node, honest, liar] = [
        await nodes.open("a:1", { network: NETWORK }),
        await nodes.open("b:1", { network: NETWORK, hosts: ["c:1"] }),
        await nodes.open("liar:1", { network: NETWORK }),
      ];
      await nodes.open("c:1", { network: NETWORK });
      honest.start();
      expect(await nodes.until(() => peersOf(honest).length === 1)).to.equal(true);
      let lies = 0;
      nodes.engines.set(
        "liar:1",
        forwardTo(() => liar, {
          async peer(query) {
            const answer = await liar.peer(query);
            const named = Array.from({ length: 64 }, () => `h${(lies += 1)}:1`);
            return { ...answer, data: new Map([...(answer.data as ValueMap), ["known_hosts", named]]) };
          },
        }),
      );
      for (let times = 0; times < 10; times += 1) await node.peers?.tracker.check("liar:1");
      await node.peers?.tracker.check("b:1");
      node.start();
      expect(await nodes.until(() => peersOf(node).includes("c:1"), 61_000_000)).to.equal(true);
      expect(node.peers?.tracker.knownHosts.length).to.be.within(1, 512);
    },
  );

  const liars: readonly (readonly [string, (node: Map<string, Value>) => void])[] = [
    ["a statement of another network", (node) => node.set("genesis_address", testKey("other").address)],
    ["a statement of another chain", (node) => node.set("string", "0".repeat(64))],
    ["a statement by another key", (node) => node.set("public_key", testKey("other").publicKey)],
    ["a statement with a forged signature", (node) => node.set("signature", "0".repeat(128))],
  ];
  for (const [what, forge] of liars) {
    it(`refuses ${what}`, async () => {
      const node = await nodes.open("a:1", { network: NETWORK });
      const liar = await nodes.open("b:1", { network: NETWORK });
      const forged: Pick<Engine, "peer"> = {
        async peer(query) {
          const answer = await liar.peer(query);
          const data = new Map(answer.data as ReadonlyMap<string, Value>);
          const statement = new Map(data.get("node") as ReadonlyMap<string, Value>);
          forge(statement);
          return { ...answer, data: data.set("node", statement) };
        },
      };
      const tracker = node.peers?.tracker;
      expect(await tracker?.check("b:1")).to.include({ host: "b:1" });
      nodes.engines.set("b:1", forged as Engine);
      await expectRejection(Promise.resolve(tracker?.check("b:1")), "PEER_STATEMENT", "refused");
      expect(peersOf(node)).to.deep.equal([]);
      expect(tracker?.offer("b:1")).to.equal(false);
    });
  }

  it("does not treat a node with a wrong clock as a liar, and adds it once its clock is right", async () => {
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    const slow = await nodes.open("b:1", { network: NETWORK });
    const late: Pick<Engine, "peer"> = {
      async peer(query) {
        const answer = await slow.peer(query);
        const data = new Map(answer.data as ReadonlyMap<string, Value>);
        const timestampUs = nodes.clock.nowUs() - 5_000_001;
        data.set("node", await proveMembership(slow.ledger, slow.identity.peer, { timestampUs }));
        return { ...answer, data };
      },
    };
    nodes.engines.set("b:1", late as Engine);
    await expectRejection(Promise.resolve(node.peers?.tracker.check("b:1")), "PREMATURE", "unavailable");
    node.start();
    nodes.engines.set("b:1", slow);
    expect(await nodes.until(() => peersOf(node).length === 1)).to.equal(true);
  });

  slowly(
    "warns of an operator's host that is not a peer, and checks it on request even while it is set aside",
    async () => {
      const entries: LogEntry[] = [];
      const log: Log = (entry) => entries.push(entry);
      const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1", "gone:1"], log });
      await nodes.open("b:1", { network: { ...NETWORK, network_name: "ANOTHER NETWORK" } });
      node.start();
      const warned = (): readonly unknown[] =>
        entries
          .filter(({ level }) => level === "warn")
          .map(({ fields }) => [fields?.["host"], fields?.["code"]]);
      expect(await nodes.until(() => warned().length > 0)).to.equal(true);
      // A host that does not answer may start later. A reason that was logged is not logged again.
      await nodes.until(() => false, 700_000_000);
      expect(warned()).to.deep.equal([["b:1", "PEER_STATEMENT"]]);
      expect(node.peers?.tracker.knownHosts).to.deep.equal([]);
      const checks = (await checkPeers(node, undefined)) as readonly Value[];
      expect(checks.map((check) => [memberOf(check, "host"), memberOf(check, "ok")])).to.deep.equal([
        ["b:1", false],
        ["gone:1", false],
      ]);
    },
  );

  it("is not its own peer", async () => {
    const node = await nodes.open("a:1", { network: NETWORK });
    await expectRejection(Promise.resolve(node.peers?.tracker.check("a:1")), "PEER_SELF", "refused");
  });

  it("loses a silent peer, and finds it again when it is back", async () => {
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    const other = await nodes.open("b:1", { network: NETWORK });
    node.start();
    expect(await nodes.until(() => peersOf(node).length === 1)).to.equal(true);
    nodes.engines.delete("b:1");
    expect(await nodes.until(() => peersOf(node).length === 0, 130_000_000)).to.equal(true);
    expect(node.peers?.tracker.knownHosts).to.deep.equal(["b:1"]);
    nodes.engines.set("b:1", other);
    expect(await nodes.until(() => peersOf(node).length === 1)).to.equal(true);
  });

  it("shows in Info that it searches", async () => {
    const node = await nodes.open("a:1", { network: NETWORK });
    expect(memberOf(await node.info(), "peer_searcher_policy")).to.equal(false);
    node.start();
    expect(memberOf(await node.info(), "peer_searcher_policy")).to.equal(true);
  });
});
