import { Collector, type CollectorOptions } from "./collector.js";
import type { Connect } from "./transport/host.js";
import { Forwarder, type ForwarderOptions } from "./forwarding/forwarder.js";
import { Sync, type SyncOptions } from "./sync/sync.js";
import { createTracker, type Tracker, type TrackerOptions } from "./tracking/tracker.js";

/** How a node finds and reaches other nodes. */
export interface PeerSettings extends Pick<TrackerOptions, "addressOf" | "bans" | "keepBans"> {
  readonly connect: Connect;
  /** Hosts to try first and never to give up. */
  readonly hosts: readonly string[];
  /** The peers at the last stop of the node, which are tried first. */
  readonly remembered?: readonly string[];
  /** The host at which others reach this node. Without it, peers are not asked to register this node. */
  readonly publicHost?: string;
  /** Called with the hosts of all peers when they have changed. */
  readonly onChange?: (hosts: readonly string[]) => void;
}

export type PeerNetworkOptions = PeerSettings &
  Omit<TrackerOptions, "onChange"> &
  Omit<SyncOptions, "tracker"> &
  Omit<CollectorOptions, "tracker" | "onEnds" | "holdersToAsk"> &
  Omit<ForwarderOptions, "tracker">;

/** The node's dealings with other nodes: it tracks, collects and syncs. */
export class PeerNetwork {
  readonly tracker: Tracker;
  readonly sync: Sync;
  readonly collector: Collector;
  readonly forwarder: Forwarder;
  readonly #options: Pick<PeerNetworkOptions, "slots" | "validator">;

  constructor({ onChange = () => undefined, ...options }: PeerNetworkOptions) {
    this.#options = options;
    this.tracker = createTracker({ ...options, onChange });
    this.sync = new Sync({ ...options, tracker: this.tracker });
    this.collector = new Collector({
      ...options,
      tracker: this.tracker,
      onEnds: (peer, ends) => this.sync.hear(peer, ends),
      holdersToAsk: (timeUs) => this.#holdersToAsk(timeUs),
    });
    this.forwarder = new Forwarder({ ...options, tracker: this.tracker });
  }

  /**
   * How long a message takes from the holders of the slots at a time, or from a named peer, to this node, µs. Others may
   * be strangers, which could make it long.
   */
  async distanceUs(timeUs: number): Promise<number> {
    const holders = await this.forwarder.hosts.at(timeUs);
    const isAsked = (host: string): boolean => !this.collector.isTelling(host);
    return this.tracker.distances.farthestUs([...holders.values(), ...this.tracker.given], isAsked);
  }

  /** The slot holders whose transactions this node needs in time, because it decides on them. */
  async #holdersToAsk(timeUs: number): Promise<readonly string[]> {
    const { slots, validator } = this.#options;
    if (!(await slots.isNewest(validator(), timeUs))) return [];
    return [...(await this.forwarder.hosts.at(timeUs)).values()];
  }

  start(): void {
    this.tracker.start();
    this.sync.start();
    this.collector.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.tracker.stop(), this.sync.stop(), this.collector.stop()]);
  }
}
