import { addressOf } from "../../codec/address.js";
import { ChainError } from "../../codec/chain-error.js";
import { isSignatureValid, sign } from "../../codec/ed25519.js";
import { hashOf } from "../../codec/hash.js";
import { hexTime } from "../../codec/time.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { NodeStatement } from "../../client/answers.js";
import type { Ledger } from "../../ledger/ledger.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { normalizeHost } from "../transport/host.js";
import { premature } from "../../records/errors.js";
import * as errors from "../errors.js";

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
  return new Map<string, Value>([
    ["timestamp", BigInt(timestampUs)],
    ["genesis_address", network.genesis_address],
    ["public_key", publicKey],
    ["signature", sign(string, privateKey)],
    ["string", string],
  ]);
}

/**
 * Checks the statement of a node that was asked with a height, and returns the address of its peer key (PROTOCOL 12.3).
 * A node that does not have that resource block yet signs the network key. Throws `PEER_STATEMENT`, or `PREMATURE` when
 * only the clocks differ.
 *
 * @param asked.onOffset called with how far the node's clock is ahead of ours, µs, once its signature is verified.
 */
export async function assertMembership(
  { network, store }: Ledger,
  statement: NodeStatement,
  asked: { readonly nowUs: number; readonly height: number; readonly onOffset?: (us: number) => void },
): Promise<string> {
  const { timestamp, genesis_address, public_key, signature, string } = statement;
  if (genesis_address !== network.genesis_address) throw refused("It belongs to another network.");
  const block = asked.height > 0 ? await store.resourceBlock({ height: asked.height }) : null;
  const phrases = [network.networkKey, ...(block === null ? [] : [block.blockhash])];
  if (!phrases.some((phrase) => string === statementString(timestamp, phrase)))
    throw refused("Its statement names another chain.");
  if (!isSignatureValid(string, public_key, signature)) throw refused("Its signature is invalid.");
  asked.onOffset?.(timestamp - asked.nowUs);
  if (Math.abs(timestamp - asked.nowUs) > TIMESTAMP_ERROR_US)
    throw premature({ record: "statement", time: timestamp, now: asked.nowUs });
  return addressOf(public_key);
}

/** Signs the host at which others reach this node, beside a statement (PROTOCOL 15.6). */
export function proveHost(string: string, host: string, { privateKey }: Pick<PeerKey, "privateKey">): string {
  return sign(hashOf(string + host), privateKey);
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
  if (host === undefined || host_signature === undefined || !isSameHost(host, dialled)) return false;
  return isSignatureValid(hashOf(string + host), public_key, host_signature);
}

function isSameHost(host: string, dialled: string): boolean {
  try {
    return normalizeHost(host) === dialled;
  } catch (error) {
    if (error instanceof ChainError) return false;
    throw error;
  }
}

function statementString(timestampUs: number, phrase: string): string {
  return hashOf(hexTime(timestampUs) + phrase);
}

function refused(reason: string): ChainError {
  return errors.peerStatement({ reason });
}
