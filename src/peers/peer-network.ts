import { Collector, type CollectorOptions } from "./collector.js";
import type { Connect } from "./transport/host.js";
import { Sync, type SyncOptions } from "./sync/sync.js";
import { Tracker, type TrackerOptions } from "./tracking/tracker.js";

/** How a node finds and reaches other nodes. */
export interface PeerSettings extends Pick<TrackerOptions, "bans" | "keepBans"> {
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
  Omit<CollectorOptions, "tracker">;

/** The node's dealings with other nodes: it tracks, collects and syncs. */
export class PeerNetwork {
  readonly tracker: Tracker;
  readonly sync: Sync;
  readonly collector: Collector;

  constructor({ onChange = () => undefined, ...options }: PeerNetworkOptions) {
    this.tracker = new Tracker({ ...options, onChange });
    this.sync = new Sync({ ...options, tracker: this.tracker });
    this.collector = new Collector({ ...options, tracker: this.tracker });
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
