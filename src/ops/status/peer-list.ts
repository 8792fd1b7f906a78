import { objectToValue, type Value } from "../../codec/value.js";
import type { HostFailure, HostRecord } from "../../peers/tracking/host-records.js";
import type { PeerNetwork } from "../../peers/peer-network.js";
import type { Ban } from "../../peers/tracking/bans.js";
import type { Refusal } from "../../peers/sync/refused-blocks.js";

/** The state of a host. `given`: the operator named it, and it is neither a peer nor set aside. */
type HostState = "banned" | "peer" | "set aside" | "known" | "given" | "unknown";

/**
 * The peers of a node, and why other hosts are not peers (admin route `GET /peers`). `hosts` lists the peers, the hosts
 * that the operator named, and all that failed recently or are set aside. Times are in µs.
 */
export function peerList(peers: PeerNetwork | null): Value {
  const { tracker, sync } = peers ?? {};
  const records: ReadonlyMap<string, HostRecord> = tracker?.records ?? new Map<string, HostRecord>();
  const known = tracker?.knownHosts ?? [];
  const bans = tracker?.bans ?? [];
  const banned = new Set(bans.map(({ host }) => host));
  const addresses = new Map([...(tracker?.peers.values() ?? [])].map(({ host, address }) => [host, address]));
  const stateOf = (host: string): HostState => {
    if (addresses.has(host)) return "peer";
    if (banned.has(host)) return "banned";
    if (records.get(host)?.setAside) return "set aside";
    if (tracker?.given.includes(host) === true) return "given";
    return known.includes(host) ? "known" : "unknown";
  };
  const hosts = new Set([...addresses.keys(), ...(tracker?.given ?? []), ...records.keys(), ...banned]);
  return objectToValue({
    peers: [...addresses].map(([host, address]) => objectToValue({ host, address })),
    known_hosts: [...known],
    bans: bans.map(banToValue),
    hosts: [...hosts].map((host) =>
      objectToValue({
        host,
        state: stateOf(host),
        failures: BigInt(records.get(host)?.lately ?? 0),
        last_failure: failureToValue(records.get(host)?.last),
        set_aside: setAsideToValue(records.get(host)),
        passed_over_until: untilToValue(sync?.passedOverUntil(host)),
      }),
    ),
  });
}

/** A banned host, and until when, µs; null when the ban has no end. */
export function banToValue({ host, untilUs }: Ban): Value {
  return objectToValue({ host, until: untilUs === null ? null : BigInt(untilUs) });
}

/** Until when (µs) and why a host is set aside, null when it is not. */
export function setAsideToValue(record: HostRecord | undefined): Value {
  if (record === undefined || record.setAside === null) return null;
  const { untilUs, failure } = record.setAside;
  return objectToValue({
    until: BigInt(untilUs),
    kind: failure.kind,
    code: failure.code,
    reason: failure.reason,
  });
}

/** The hosts that were set aside last, at most `most`. */
export function hostsSetAside(peers: PeerNetwork | null, most: number): Value {
  const aside = [...(peers?.tracker.records ?? [])].filter(([, { setAside }]) => setAside !== null);
  return aside
    .slice(-most)
    .map(([host, record]) => new Map<string, Value>([["host", host], ...membersOf(setAsideToValue(record))]));
}

/**
 * The hosts that the operator named and that are neither peers nor set aside, at most `most`, with their last failure.
 */
export function hostsAbsent(peers: PeerNetwork | null, most: number): Value {
  if (peers === null) return [];
  const { tracker } = peers;
  const records = tracker.records;
  const present = new Set([...tracker.peers.values()].map(({ host }) => host));
  return tracker.given
    .flatMap((host) => {
      const record = records.get(host);
      return present.has(host) || record === undefined || record.setAside !== null ? [] : [{ host, record }];
    })
    .slice(0, most)
    .map(({ host, record: { lately, last } }) =>
      objectToValue({ host, failures: BigInt(lately), last_failure: failureToValue(last) }),
    );
}

/** The blocks of peers that were refused last (PROTOCOL 14.8). */
export function refusedBlocks(peers: PeerNetwork | null): Value {
  return (peers?.sync.refusedBlocks ?? []).map(refusalToValue);
}

/** The branches that this node does not follow before the resource chains decide (PROTOCOL 15.3). */
export function waitingBranches(peers: PeerNetwork | null): Value {
  return (peers?.sync.waitingBranches ?? []).map(({ host, common, height, sinceUs }) =>
    objectToValue({ host, since: BigInt(sinceUs), common: BigInt(common), height: BigInt(height) }),
  );
}

function refusalToValue({ atUs, height, ...rest }: Refusal): Value {
  return objectToValue({ time: BigInt(atUs), ...rest, height: BigInt(height) });
}

function failureToValue(failure: HostFailure | undefined): Value {
  if (failure === undefined) return null;
  const { atUs, kind, code, reason } = failure;
  return objectToValue({ time: BigInt(atUs), kind, code, reason });
}

function untilToValue(untilUs: number | null | undefined): Value {
  return typeof untilUs === "number" ? BigInt(untilUs) : null;
}

function membersOf(value: Value): Iterable<readonly [string, Value]> {
  return value instanceof Map ? (value as ReadonlyMap<string, Value>) : [];
}
