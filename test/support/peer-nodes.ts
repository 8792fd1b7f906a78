import { VolatileSigningMemory, type SigningMemory } from "../../src/consensus/signing-memory.js";
import type { Engine } from "../../src/api/engine.js";
import type { Clock } from "../../src/base/clock/clock.js";
import type { Identity } from "../../src/data/directory/identity.js";
import type { Log } from "../../src/base/log.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { PeerSettings } from "../../src/peers/peer-network.js";
import type { Connect } from "../../src/peers/transport/host.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { HttpDoors } from "./http-doors.js";
import { testIdentity } from "./keys.js";
import { inProcessConnect } from "./in-process-connect.js";
import { ShadowChain } from "./shadow-chain.js";
import { virtualSearch } from "./virtual-search.js";
import { WorkUnderWay } from "./work-under-way.js";

export interface PeerNodeOptions extends Pick<PeerSettings, "addressOf" | "bans" | "keepBans"> {
  readonly network: NetworkDefinition;
  readonly hosts?: readonly string[];
  readonly remembered?: readonly string[];
  readonly publicHost?: string;
  readonly identity?: Identity;
  readonly store?: Store;
  readonly log?: Log;
  /** The node's own clock, which runs with the clock of all. */
  readonly clock?: Clock;
  readonly signingMemory?: SigningMemory;
  /** How long a search for a nonce takes, µs of virtual time. Real threads search without it. */
  readonly searchUs?: number;
  /** Wraps its calls to the others. */
  readonly through?: (connect: Connect) => Connect;
}

/** The transport between nodes. */
export type Wire = "in the process" | "over HTTP";

/** Nodes of one process that reach each other by host, on one virtual clock. */
export class PeerNodes {
  readonly clock: VirtualClock;
  /** By host. A test may replace the engine of a host. */
  readonly engines = new Map<string, Engine>();
  readonly saved = new Map<string, readonly string[]>();
  /** By host. */
  readonly #nodes = new Map<string, Node>();
  readonly #underWay: WorkUnderWay;
  readonly #doors: HttpDoors | null;

  /** @param underWay counts their stores, and those of chains that a test shows in place of theirs. */
  constructor(startUs: number, wire: Wire = "in the process", underWay = new WorkUnderWay()) {
    this.clock = new VirtualClock(startUs);
    this.#underWay = underWay;
    this.#doors = wire === "over HTTP" ? new HttpDoors(this.#underWay) : null;
  }

  /** Opens a node that answers at a host, without starting it. */
  async open(host: string, options: PeerNodeOptions): Promise<Node> {
    const { hosts = [], remembered = [], publicHost, identity, store, log, network, searchUs } = options;
    const { through = (connect: Connect) => connect } = options;
    const kept = store ?? (await openSqliteStore({ file: IN_MEMORY }));
    const node = await Node.open({
      store: this.#underWay.counted(() => kept),
      network,
      identity: identity ?? testIdentity(host),
      signingMemory: options.signingMemory ?? new VolatileSigningMemory(),
      clock: options.clock ?? this.clock,
      ...(log === undefined ? {} : { log }),
      ...(searchUs === undefined ? {} : { createSearch: virtualSearch(this.clock, () => searchUs) }),
      peers: {
        connect: through(this.#doors?.connect ?? inProcessConnect(this.engines)),
        hosts,
        remembered,
        ...(options.addressOf === undefined ? {} : { addressOf: options.addressOf }),
        ...(options.bans === undefined ? {} : { bans: options.bans }),
        ...(options.keepBans === undefined ? {} : { keepBans: options.keepBans }),
        ...(publicHost === undefined ? {} : { publicHost }),
        onChange: (peers) => this.saved.set(host, peers),
      },
    });
    this.engines.set(host, node);
    this.#nodes.set(host, node);
    await this.#doors?.open(host, () => this.engines.get(host));
    return node;
  }

  /** Opens a chain in memory that a test shows in place of a node's. Reading it counts as work under way. */
  async openShadow(network: NetworkDefinition): Promise<ShadowChain> {
    const store = await openSqliteStore({ file: IN_MEMORY });
    return ShadowChain.open(
      this.#underWay.counted(() => store),
      network,
    );
  }

  /** Lets virtual time pass until a condition holds. Returns false when it does not hold in time. */
  async until(isSo: () => boolean, withinUs = 10_000_000): Promise<boolean> {
    const endUs = this.clock.nowUs() + withinUs;
    while (!isSo() && this.clock.nowUs() < endUs) {
      await this.clock.advance(50_000);
      await this.#underWay.settled([...this.#nodes.values()]);
    }
    return isSo();
  }

  /** Stops the node of a host, which no longer answers. */
  async close(host: string): Promise<void> {
    await this.#doors?.close(host);
    this.engines.delete(host);
    await this.#nodes.get(host)?.stop();
    this.#nodes.delete(host);
  }

  async stop(): Promise<void> {
    for (const host of this.#nodes.keys()) await this.close(host);
  }
}
