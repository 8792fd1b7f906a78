import { valueToText } from "../../codec/text.js";
import { mapToValue, objectToValue, type Value, type ValueMap } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import { proveHost, proveMembership, type PeerKey } from "../../peers/tracking/membership.js";
import type { Tracker } from "../../peers/tracking/tracker.js";
import type { PeerAnswer, PeerQuery } from "../engine.js";

export interface PeerParts {
  readonly ledger: Ledger;
  readonly key: PeerKey;
  /** The proof of the slots that the node may hold; left out by one that holds none. */
  readonly slot?: ValueMap | undefined;
  readonly nowUs: number;
  /** Undefined for a node without peers: it knows no hosts and registers none. */
  readonly tracker: Tracker | undefined;
}

/**
 * Peer: lists the node's peers, queues an offered host, and proves the node's identity
 * (PROTOCOL 12.1, 12.2, 12.4, 13.8), host (PROTOCOL 15.6) and slot (PROTOCOL 15.13).
 */
export async function answerPeer(
  { ledger, key, slot, nowUs, tracker }: PeerParts,
  { register, host, authentication, height, caller }: PeerQuery,
): Promise<PeerAnswer> {
  const peers = new Map<string, Value>();
  for (const [prefix, { host, address }] of tracker?.peers ?? [])
    peers.set(prefix, objectToValue({ host, address }));
  const data = new Map<string, Value>([
    ["peers", mapToValue(peers)],
    ["known_hosts", [...(tracker?.knownHosts ?? [])]],
  ]);
  const { announced } = ledger.network.ruleSet;
  if (announced !== null) data.set("rules", announced);
  if (authentication) {
    const node = await proveMembership(ledger, key, { timestampUs: nowUs, height });
    data.set("node", node);
    if (slot !== undefined) data.set("slot", slot);
    const publicHost = tracker?.publicHost;
    if (publicHost !== undefined) {
      data.set("host", publicHost);
      data.set("host_signature", proveHost(valueToText(node.get("string") ?? null), publicHost, key));
    }
  }
  return {
    data,
    register,
    registerResult: register && host !== undefined && (tracker?.offer(host, caller) ?? false),
    authentication,
  };
}
