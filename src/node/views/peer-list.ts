import { objectToValue, type Value } from "../../codec/value.js";
import type { HostFailure, HostRecord } from "../../peers/host-records.js";
import type { PeerNetwork } from "../../peers/peer-network.js";
import type { Refusal } from "../../peers/refused-blocks.js";

/** What a host is to the node: `given` is one that the operator named and that is none of the others now. */
type HostState = "peer" | "set aside" | "known" | "given" | "unknown";

/**
 * Whom a node works with, and why it does not work with others (admin route `GET /peers`). `hosts` lists its peers, the
 * hosts that it was given, and all that failed lately or are set aside. Times in µs.
 */
export function peerList(peers: PeerNetwork | null): Value {
  const { tracker, sync } = peers ?? {};
  const records: ReadonlyMap<string, HostRecord> = tracker?.records ?? new Map<string, HostRecord>();
  const known = tracker?.knownHosts ?? [];
  const addresses = new Map([...(tracker?.peers.values() ?? [])].map(({ host, address }) => [host, address]));
  const stateOf = (host: string): HostState => {
    if (addresses.has(host)) return "peer";
    if (records.get(host)?.setAside) return "set aside";
    if (tracker?.given.includes(host) === true) return "given";
    return known.includes(host) ? "known" : "unknown";
  };
  const hosts = new Set([...addresses.keys(), ...(tracker?.given ?? []), ...records.keys()]);
  return objectToValue({
    peers: [...addresses].map(([host, address]) => objectToValue({ host, address })),
    known_hosts: [...known],
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

/** Until when and why a host is set aside, null when it is not. */
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

/** The hosts that are set aside, at most so many, those that were set aside last. */
export function hostsSetAside(peers: PeerNetwork | null, most: number): Value {
  const aside = [...(peers?.tracker.records ?? [])].filter(([, { setAside }]) => setAside !== null);
  return aside
    .slice(-most)
    .map(([host, record]) => new Map<string, Value>([["host", host], ...membersOf(setAsideToValue(record))]));
}

/** Hosts that the operator named and that are neither peers now nor set aside, at most so many, with what failed last. */
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

/** The last blocks of peers that were refused (PROTOCOL 14). */
export function refusedBlocks(peers: PeerNetwork | null): Value {
  return (peers?.sync.refusedBlocks ?? []).map(refusalToValue);
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
