import { EMPTY, mapToValue, objectToValue, type Value } from "../codec/value.js";
import type { Clock } from "../consensus/clock.js";
import type { Lane } from "../consensus/lane.js";
import type { Ledger } from "../ledger/ledger.js";
import { Collector, type Intake } from "./collector.js";
import type { Connect } from "./connect.js";
import type { PeerKey } from "./membership.js";
import type { PeerLog } from "./peer-log.js";
import { Sync, type SyncListener } from "./sync.js";
import { Tracker } from "./tracker.js";

/** How a node finds and reaches others. */
export interface PeerSettings {
  readonly connect: Connect;
  /** Hosts to try first. */
  readonly hosts: readonly string[];
  /** Told of the hosts of all peers when they have changed. */
  readonly onChange?: (hosts: readonly string[]) => void;
}

export interface PeerNetworkOptions extends PeerSettings {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Where blocks are committed. */
  readonly lane: Lane;
  readonly listener: SyncListener;
  readonly intake: Intake;
  readonly key: PeerKey;
  readonly log: PeerLog;
}

/** What a node does with other nodes. */
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

/** `peers` and `known_hosts` of the Peer operation; empty for a node that knows no others (PROTOCOL 12). */
export function peersView(tracker: Tracker | undefined): ReadonlyMap<string, Value> {
  const peers = new Map<string, Value>();
  for (const [prefix, { host, address }] of tracker?.peers ?? [])
    peers.set(prefix, objectToValue({ host, address }));
  return new Map<string, Value>([
    ["peers", mapToValue(peers)],
    ["known_hosts", tracker === undefined ? EMPTY : [...tracker.knownHosts]],
  ]);
}
