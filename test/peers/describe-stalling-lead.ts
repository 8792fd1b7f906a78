import { expect } from "chai";
import { isMap, memberOf, type Value } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import type { Engine, RequestInput, RoundQuery } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { ringNeighbours } from "../../src/peers/tracking/ring.js";
import { forwardTo } from "../support/forward-to.js";
import type { PeerNodes } from "../support/peer-nodes.js";
import { testIdentity } from "../support/keys.js";
import { withRules } from "../support/with-rules.js";
import { FORK_NETWORK, ForkPair, tipsOf } from "./fork-pair.js";

const SECOND_US = 1_000_000;
/** How long a liar keeps a node waiting for an answer. */
const STALL_US = 55 * SECOND_US;
/** How long the lead of a sync may give nothing while another peer waits. */
const PATIENCE_US = 5 * SECOND_US;
/** For all that is no waiting: questions and pauses of a second. */
const SLACK_US = 3 * SECOND_US;

interface Lie {
  /** The number of resource blocks that it claims, if they are not those that it has. */
  readonly claim?: bigint;
  /** Whether it shows its block at every height. */
  readonly isEverywhere?: boolean;
  /** Whether it lets a node wait that asks for resource blocks, or for the summaries of some. */
  readonly stalls: (isFull: boolean) => boolean;
}

/** With the numbers of liars that are tried. */
const LIES: Readonly<Record<string, Lie & { readonly liars: readonly number[] }>> = {
  "announce a block, and do not show it": { claim: 1n, stalls: () => true, liars: [1, 2, 3] },
  "show a block, and do not give it": { stalls: (isFull) => isFull, liars: [1, 3] },
  "announce a million blocks": { claim: 1_000_000n, stalls: (isFull) => isFull, liars: [1, 3] },
  "show a block at every height": { claim: 500n, isEverywhere: true, stalls: (isFull) => isFull, liars: [3] },
};

/** A node among at most so many liars. */
export function describeStallingLead(rules: RulesNumber, mostLiars: number): void {
  describe(`Peers that stall, rules ${rules} (PROTOCOL 11.9)`, () => {
    let pair: ForkPair;
    let nodes: PeerNodes;
    let ours: Node;
    /** Has this node's main blocks but the last, and a resource block that follows them. */
    let behind: Node;
    /** Ends what the liars wait for. */
    let release: () => void;
    let released: Promise<void>;

    beforeEach(async () => {
      released = new Promise((resolve) => (release = resolve));
      pair = await ForkPair.open("in the process", withRules(FORK_NETWORK, rules));
      ({ nodes, ours } = pair);
      behind = await pair.partFromThird();
      await pair.makeBlock(ours);
      await pair.mineBlock(behind);
      await pair.makeBlock(pair.theirs);
      await pair.mineBlock(pair.theirs);
      // A peer's block counts once it is due (PROTOCOL 15.1).
      await nodes.clock.advance(SECOND_US);
    });
    afterEach(async () => {
      release();
      await nodes.stop();
    });

    /** Shows this node eight peers, of which it asks four: `theirs`, the liars, and others with its own chain. */
    async function meet(liars: number, lie: Lie, isTheirsShown = true): Promise<void> {
      const hosts = hostsAround(addressOf(ours), addressOf(pair.theirs));
      for (const [index, host] of hosts.entries()) {
        const member = await pair.openNode(host);
        const peer: Engine["peer"] = (query) => member.peer(query);
        const liar = forwardTo(() => behind, { peer, ...lying(lie) });
        nodes.engines.set(host, index < liars ? liar : forwardTo(() => ours, { peer }));
      }
      nodes.engines.set(
        "b:1",
        isTheirsShown ? pair.theirs : forwardTo(() => ours, { peer: (query) => pair.theirs.peer(query) }),
      );
      await Promise.all([...hosts, "b:1"].map(async (host) => ours.peers?.tracker.check(host)));
    }

    function lying({ claim, isEverywhere = false, stalls }: Lie): Partial<Engine> {
      return {
        async round(query: RoundQuery): Promise<Value> {
          const round = await behind.round(query);
          const isClaimed = claim !== undefined && query.chain_type === "resource" && isMap(round);
          return isClaimed ? new Map([...round, ["sync_limit", claim]]) : round;
        },
        async request(input: RequestInput) {
          const type = memberOf(input.request, "type");
          const isResource = typeof type === "string" && type.startsWith("GetResourceBlock");
          if (isResource && stalls(memberOf(input.request, "full") === true))
            await Promise.race([passed(nodes.clock, STALL_US), released]);
          const isAsked = isEverywhere && isMap(input.request) && type === "GetResourceBlock";
          return behind.request(isAsked ? { request: new Map([...input.request, ["target", 1n]]) } : input);
        },
      };
    }

    for (const [told, lie] of Object.entries(LIES))
      for (const liars of lie.liars.filter((count) => count <= mostLiars))
        it(`${liars} that ${told} keep a node from another branch for a turn each`, async () => {
          await meet(liars, lie);
          const isThere = (): boolean => tipsOf(ours).join() === tipsOf(pair.theirs).join();
          expect(await nodes.until(isThere, liars * PATIENCE_US + SLACK_US)).to.equal(true);
        });

    it("one that is the only one to claim blocks does not keep a validator from making its own", async () => {
      await meet(1, { claim: 1n, stalls: () => true }, false);
      expect(await nodes.until(() => ours.peers?.sync.progress() !== null)).to.equal(true);
      await pair.makeBlock(ours);
    });
  });
}

function addressOf({ identity }: Node): string {
  return identity.peer.address;
}

/** Seven hosts, of which a node asks the first three, and another one too. */
function hostsAround(own: string, other: string): readonly string[] {
  for (let first = 1; ; first += 7) {
    const addresses = new Map(
      Array.from(
        { length: 7 },
        (_, index) => [testIdentity(`d${first + index}:1`).peer.address, `d${first + index}:1`] as const,
      ),
    );
    const asked = ringNeighbours(own, [other, ...addresses.keys()]);
    if (!asked.includes(other)) continue;
    const isAsked = (address: string): number => Number(asked.includes(address));
    return [...addresses]
      .toSorted(([left], [right]) => isAsked(right) - isAsked(left))
      .map(([, host]) => host);
  }
}
