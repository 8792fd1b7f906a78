import type { Peers } from "../../client/answers.js";
import type { Clock } from "../../consensus/clock.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Connect } from "../transport/connect.js";
import { assertMembership, isHostBound, type PeerKey } from "./membership.js";
import type { Peer } from "./peer-table.js";
import * as errors from "../errors.js";

export interface AuthenticateOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly connect: Connect;
  /** This node's own peer key. */
  readonly key: PeerKey;
  /** Called with how far a host's clock is ahead of this node's, µs. */
  readonly onOffset?: (host: string, offsetUs: number) => void;
}

/** A node that has proved its membership of the network, and the hosts that it names. */
export interface Authenticated {
  readonly peer: Peer;
  readonly others: readonly string[];
}

/** How many hosts are taken from one answer (PROTOCOL 12.1). */
const MAX_NAMED_HOSTS = 64;

/**
 * Asks a host for its statement, and to register this node's own host if it has one (PROTOCOL 12.2, 12.4). Throws
 * `PEER_STATEMENT`, `PEER_STATEMENT_MISSING`, `PEER_SELF`, or the error of the call.
 */
export async function authenticate(
  host: string,
  ownHost: string | undefined,
  { ledger, clock, connect, key, onOffset }: AuthenticateOptions,
): Promise<Authenticated> {
  const height = ledger.resourceChain.fixedHeight;
  const answer = await connect(host).peer({
    authentication: { height },
    ...(ownHost === undefined ? {} : { register: ownHost }),
  });
  if (answer.node === undefined) throw errors.peerStatementMissing();
  const address = await assertMembership(ledger, answer.node, {
    nowUs: clock.nowUs(),
    height,
    onOffset: (offsetUs) => onOffset?.(host, offsetUs),
  });
  if (address === key.address) throw errors.peerSelf();
  const isBound = isHostBound(answer.node, answer, host);
  return { peer: { host, address, isBound }, others: hostsIn(answer) };
}

function hostsIn({ peers, known_hosts }: Peers): readonly string[] {
  return [...Array.from(peers.values(), ({ host }) => host), ...known_hosts].slice(0, MAX_NAMED_HOSTS);
}
