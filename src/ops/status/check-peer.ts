import { performance } from "node:perf_hooks";
import pLimit from "p-limit";
import { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Client } from "../../client/create-client.js";
import { normalizeHost } from "../../peers/transport/host.js";
import { assertMembership, assertSameRules } from "../../peers/tracking/membership.js";
import type { RunningNode } from "../running-node.js";
import { setAsideToValue } from "./peer-list.js";
import { peerSelf, peerStatementMissing } from "../../peers/errors.js";
import * as errors from "../errors.js";

const MAX_CHECKS_AT_ONCE = 8;

/** The result of checking a host as a peer. What could not be found out is null. */
interface PeerCheck {
  readonly host: string;
  /** Whether it proved that it belongs to the network (PROTOCOL 12.2, 12.3). */
  ok: boolean;
  /** The address of its peer key, once it has proved that it belongs to the network. */
  address: string | null;
  main_height: bigint | null;
  resource_height: bigint | null;
  /** How far its clock is ahead of this node's, in milliseconds. */
  clock_offset_ms: bigint | null;
  latency_ms: bigint | null;
  /** Why it cannot be a peer. */
  reason: string | null;
  /** Until when (µs) and why this node has set it aside; null when it has not. A successful check does not end it. */
  readonly set_aside: Value;
}

/**
 * Checks a host, or all peers, known hosts and hosts that the operator named. Changes nothing. Throws `PEERS_OFF` or
 * `PEER_HOST`.
 */
export async function checkPeers(node: RunningNode, host: string | undefined): Promise<Value> {
  if (node.peers === null) throw errors.peersOff();
  const { tracker } = node.peers;
  const peers = Array.from(tracker.peers.values(), ({ host }) => host);
  // The tracker may have stopped asking hosts that the operator named: the check shows why.
  const all = new Set([...peers, ...tracker.knownHosts, ...tracker.given]);
  const hosts = host === undefined ? [...all] : [normalizeHost(host)];
  return (await checkHosts(node, hosts)).map((check) => objectToValue({ ...check }));
}

/** Checks hosts, a few at a time. Returns an empty list on a node without peers. */
export async function checkHosts(node: RunningNode, hosts: readonly string[]): Promise<readonly PeerCheck[]> {
  const { peers } = node;
  if (peers === null) return [];
  const atOnce = pLimit(MAX_CHECKS_AT_ONCE);
  return atOnce.map(hosts, (host) => checkPeer(node, host, peers.tracker.plainClient(host)));
}

async function checkPeer(node: RunningNode, host: string, client: Client): Promise<PeerCheck> {
  const found = unknown(host, setAsideToValue(node.peers?.tracker.records.get(host)));
  try {
    await askPeer(node, client, found);
    found.ok = true;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    found.reason = error.message.trim();
  }
  return found;
}

/** Fills in the answers of a host as they arrive. Throws why it cannot be a peer. */
async function askPeer(
  { ledger, clock, identity }: RunningNode,
  client: Client,
  found: PeerCheck,
): Promise<void> {
  const main = await client.round();
  found.main_height = BigInt(main.sync_limit);
  found.resource_height = BigInt((await client.resourceRound()).sync_limit);

  const height = ledger.resourceChain.fixedHeight;
  const askedMs = performance.now();
  const answer = await client.peer({ authentication: { height } });
  const { node } = answer;
  const latencyMs = performance.now() - askedMs;
  found.latency_ms = BigInt(Math.round(latencyMs));
  assertSameRules(ledger, answer);
  if (node === undefined) throw peerStatementMissing();
  const nowUs = clock.nowUs();
  // Its timestamp is assumed to be taken halfway between the request and the answer.
  found.clock_offset_ms = BigInt(Math.round((node.timestamp - nowUs) / 1000 + latencyMs / 2));
  found.address = await assertMembership(ledger, node, { nowUs, height });
  if (found.address === identity.peer.address) {
    throw peerSelf();
  }
}

function unknown(host: string, set_aside: Value): PeerCheck {
  const nothing = { address: null, main_height: null, resource_height: null, clock_offset_ms: null };
  return { host, ok: false, ...nothing, latency_ms: null, reason: null, set_aside };
}
