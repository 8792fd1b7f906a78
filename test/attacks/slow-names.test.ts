import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Value } from "../../src/codec/value.js";
import { passed, type Clock } from "../../src/base/clock/clock.js";
import type { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { HostAddresses } from "../../src/peers/transport/host-addresses.js";
import { signTransaction } from "../../src/records/transaction.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { GENESIS, NETWORK, SECOND_US } from "./attacked-network.js";

const START_US = 1_800_000_000_000_000;
/** How many hosts one stranger may offer at once, and how often this one does. */
const OFFERS = 8;
const OFFER_SECONDS = 5;
const SECONDS = 30;
/** A node with an honest peer that its operator named is never further behind (PROTOCOL 15.12). */
const MOST_BEHIND_US = 10 * SECOND_US;
const ADDRESS = "203.0.113.9";
const HONEST = "honest.example:1";

describe("Names of hosts whose DNS servers never answer (PROTOCOL 15.12)", function () {
  this.timeout(60_000);
  let nodes: PeerNodes;
  let honest: Node;
  let victim: Node;
  let slow: Set<string>;
  afterEach(() => nodes.stop());

  /** Connects once the host's name is resolved, which takes as long as the node waits for the servers of a stranger. */
  function resolving(connect: Connect, clock: Clock): Connect {
    const addresses = new HostAddresses({
      nowMs: () => clock.nowUs() / 1000,
      hostsFile: "",
      // The system's own resolver: nothing ends such a call.
      ask: () => new Promise(() => undefined),
      async query(hostname, limitMs) {
        if (hostname.startsWith("honest")) return ["198.51.100.1"];
        slow.add(hostname);
        await passed(clock, limitMs * 1000);
        throw new ChainError("UNREACHABLE", `${hostname} has no address. `, { kind: "unreachable" });
      },
    });
    return (host, options) => {
      const client = connect(host, options);
      const resolve = (): Promise<unknown> =>
        addresses.resolve(host.replace(/:.*/, ""), options?.isNamed === true);
      return new Proxy(client, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== "function") return member;
          return async (...given: readonly unknown[]): Promise<unknown> => {
            await resolve();
            return Reflect.apply(member, target, given) as unknown;
          };
        },
      });
    };
  }

  function signed(type: string, members: Iterable<readonly [string, Value]>) {
    const timestamp = BigInt(nodes.clock.nowUs());
    const record = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    return signTransaction(record, GENESIS.node.privateKey);
  }

  it("do not keep a node from the blocks of the peer that its operator named, eight new ones every five seconds", async () => {
    nodes = new PeerNodes(START_US);
    slow = new Set();
    honest = await nodes.open(HONEST, { network: NETWORK, identity: GENESIS });
    victim = await nodes.open("victim:1", {
      network: NETWORK,
      hosts: [HONEST],
      through: (connect) => resolving(connect, nodes.clock),
    });
    honest.start();
    await honest.submit(signed("Genesis", [["network_address", honest.ledger.network.networkAddress]]));
    victim.start();
    expect(await nodes.until(() => victim.ledger.tip.height === 1)).to.equal(true);

    const made = new Map<number, number>();
    honest.onBlock(({ height }) => made.set(height, nodes.clock.nowUs()));
    let most = 0;
    for (let second = 0; second < SECONDS; second += 1) {
      if (second % OFFER_SECONDS === 0)
        for (let index = 0; index < OFFERS; index += 1) {
          const host = `slow-${second}-${index}.example:1`;
          await victim.peer({ register: true, host, authentication: false, caller: ADDRESS });
        }
      await honest.submit(signed("Oracle", [["code", `${second}`]])).catch(() => undefined);
      await nodes.until(() => false, SECOND_US);
      const next = made.get(victim.ledger.tip.height + 1);
      if (next !== undefined) most = Math.max(most, nodes.clock.nowUs() - next);
    }
    expect(slow.size, "the names that the node tries").to.be.at.least(OFFERS);
    expect(honest.ledger.tip.height).to.be.greaterThan(SECONDS / 3);
    expect(most).to.be.at.most(MOST_BEHIND_US);
    expect(victim.peers?.tracker.ring().map(({ host }) => host)).to.deep.equal([HONEST]);
  });
});
