import { addressOf } from "../../codec/address.js";
import { isSignatureValid, sign } from "../../codec/ed25519.js";
import { hashOf, hexTime } from "../../codec/hash.js";
import { objectToMap, type ValueMap } from "../../codec/value.js";
import type { NodeStatement, Peers } from "../../client/answers.js";
import type { SlotStatement } from "../../records/operations/node.js";
import type { Ledger } from "../../ledger/ledger.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { hashSignedRecord } from "../../records/signed-record.js";
import { offsetText } from "../../records/round-time.js";
import { DEFAULT_RULES } from "../../records/rules.js";
import { readHost, type Connect } from "../transport/host.js";
import { premature } from "../../records/errors.js";
import * as errors from "../errors.js";
import type { Clock } from "../../base/clock/clock.js";
import { leastOffset } from "./clock-offsets.js";
import type { Peer } from "./peer-table.js";

const ANOTHER_NETWORK = "It belongs to another network.";

/** The key that signs a node's statements (PROTOCOL 3.5). */
export interface PeerKey {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

/** Makes the statement that proves to a peer that this node belongs to the network (PROTOCOL 12.2). */
export async function proveMembership(
  { network, store }: Ledger,
  { publicKey, privateKey }: PeerKey,
  { timestampUs, height = 0 }: { readonly timestampUs: number; readonly height?: number | undefined },
): Promise<ValueMap> {
  const block = height > 0 ? await store.resourceBlock({ height }) : null;
  const string = statementString(timestampUs, block?.blockhash ?? network.networkKey);
  return objectToMap({
    timestamp: BigInt(timestampUs),
    genesis_address: network.genesis_address,
    public_key: publicKey,
    signature: sign(string, privateKey),
    string,
  });
}

/**
 * Checks the statement of a node that was asked with a height, and returns the address of its peer key (PROTOCOL 12.3).
 * A node that does not have that resource block yet signs the network key. Throws `PEER_STATEMENT`, `PEER_OTHER_CHAIN`,
 * or `PREMATURE` when only the clocks differ.
 *
 * @param asked.onOffset called with how far the node's clock is ahead of ours, µs, and the address of its peer key, once
 * its signature is verified.
 */
export async function assertMembership(
  { network, store }: Pick<Ledger, "network"> & { readonly store?: Pick<Ledger["store"], "resourceBlock"> },
  statement: NodeStatement,
  asked: {
    readonly nowUs: number;
    readonly height: number;
    readonly onOffset?: (us: number, address: string) => void;
  },
): Promise<string> {
  const { timestamp, genesis_address, public_key, signature, string } = statement;
  if (genesis_address !== network.genesis_address) throw errors.peerStatement({ reason: ANOTHER_NETWORK });
  const block = asked.height > 0 ? await store?.resourceBlock({ height: asked.height }) : null;
  const phrases = [network.networkKey, block?.blockhash ?? network.networkKey];
  if (!phrases.some((phrase) => string === statementString(timestamp, phrase)))
    throw asked.height > 0 ? errors.peerOtherChain() : errors.peerStatement({ reason: ANOTHER_NETWORK });
  if (!isSignatureValid(string, public_key, signature))
    throw errors.peerStatement({ reason: "Its signature is invalid." });
  const address = addressOf(public_key);
  asked.onOffset?.(timestamp - asked.nowUs, address);
  if (Math.abs(timestamp - asked.nowUs) > TIMESTAMP_ERROR_US)
    throw premature({ record: "statement", offset: offsetText(timestamp, asked.nowUs) });
  return address;
}

/** Throws `PEER_RULES` unless a node announces the rules of this node's network (PROTOCOL 16). */
export function assertSameRules(
  { network }: Pick<Ledger, "network">,
  { rules = DEFAULT_RULES }: { readonly rules?: number | undefined },
): void {
  const { number } = network.ruleSet;
  if (rules !== number) throw errors.peerRules({ rules, own: number });
}

/** Signs the host at which others reach this node, beside a statement (PROTOCOL 15.6). */
export function proveHost(string: string, host: string, { privateKey }: Pick<PeerKey, "privateKey">): string {
  return sign(hashOf(string + host), privateKey);
}

/** The node address that a peer key proved to belong to (PROTOCOL 15.13); undefined without a valid proof. */
function slotOf(
  { network }: Ledger,
  peerAddress: string,
  slot: SlotStatement | undefined,
): string | undefined {
  if (slot === undefined) return undefined;
  const { public_key, signature } = slot;
  const hash = hashSignedRecord({ kind: "slot", network_key: network.networkKey, address: peerAddress });
  const isProven = isSignatureValid(hash, public_key, signature);
  return isProven ? addressOf(public_key) : undefined;
}

/** What a node says of its host beside its statement. 2.1 nodes say nothing. */
export interface HostStatement {
  readonly host?: string | undefined;
  readonly host_signature?: string | undefined;
}

/**
 * Whether the signed host is the one that was dialled (PROTOCOL 15.6). A relay can pass on another node's statement, but
 * only with that node's host.
 */
export function isHostBound(
  { string, public_key }: Pick<NodeStatement, "string" | "public_key">,
  { host, host_signature }: HostStatement,
  dialled: string,
): boolean {
  if (host === undefined || host_signature === undefined || readHost(host) !== dialled) return false;
  return isSignatureValid(hashOf(string + host), public_key, host_signature);
}

function statementString(timestampUs: number, phrase: string): string {
  return hashOf(hexTime(timestampUs) + phrase);
}

/** What the answer of a host tells beside its membership. */
interface PeerTimes {
  /** How far its clock is ahead of this node's, µs. */
  readonly offsetUs: number;
  /** How long its answer took, µs. */
  readonly tookUs: number;
  /** The node address that it proved to be of. */
  readonly slot: string | undefined;
}

export interface AuthenticateOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly key: PeerKey;
  readonly onAnswer?: (host: string, answer: PeerTimes) => void;
}

/** A node that has proved its membership of the network, and the hosts that it names. */
interface Authenticated {
  readonly peer: Peer;
  readonly others: readonly string[];
}

/** How many hosts are taken from one answer, which may name any number (PROTOCOL 12.1). */
const MAX_NAMED_HOSTS = 64;

/**
 * Asks a host for its statement, and to register this node's own host if it has one (PROTOCOL 12.2, 12.4). Throws
 * `PEER_STATEMENT`, `PEER_OTHER_CHAIN`, `PEER_STATEMENT_MISSING`, `PEER_SELF`, or the error of the call.
 */
export async function authenticate(
  host: string,
  ownHost: string | undefined,
  { ledger, clock, connect, key, onAnswer }: AuthenticateOptions,
): Promise<Authenticated> {
  const height = ledger.resourceChain.fixedHeight;
  const askedUs = clock.nowUs();
  const answer = await connect(host).peer({
    authentication: { height },
    ...(ownHost === undefined ? {} : { register: ownHost }),
  });
  assertSameRules(ledger, answer);
  if (answer.node === undefined) throw errors.peerStatementMissing();
  const nowUs = clock.nowUs();
  const tookUs = nowUs - askedUs;
  let slot: string | undefined;
  const address = await assertMembership(ledger, answer.node, {
    nowUs,
    height,
    onOffset: (offsetUs, peerAddress) => {
      slot = slotOf(ledger, peerAddress, answer.slot);
      onAnswer?.(host, { offsetUs: leastOffset(offsetUs, tookUs), tookUs, slot });
    },
  });
  if (address === key.address) throw errors.peerSelf();
  const isBound = isHostBound(answer.node, answer, host);
  return { peer: { host, address, isBound, slot }, others: hostsIn(answer) };
}

function hostsIn({ peers, known_hosts }: Peers): readonly string[] {
  return [...Array.from(peers.values(), ({ host }) => host), ...known_hosts].slice(0, MAX_NAMED_HOSTS);
}
