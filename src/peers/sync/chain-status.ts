import type { Client } from "../../client/create-client.js";
import type { Ledger } from "../../ledger/ledger.js";
import * as errors from "../errors.js";
import type { MainBlockSummary, ResourceBlockSummary, Round } from "../../client/answers.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";

/** The heights and tips of a node's chains. */
export interface ChainStatus {
  readonly main: number;
  readonly resource: number;
  /** The last main block; height 0 before the first. */
  readonly tip: Omit<MainBlockSummary, "s_timestamp">;
  /** The blockhash of the last resource block; null before the first, or when the peer was not asked for it. */
  readonly resourceTip: string | null;
  /** Whether the peer's shorter resource chain parts from ours so that work may decide (PROTOCOL 15.10, 16.4). */
  readonly isParted?: boolean;
}

export function ownStatus({ tip, resourceChain }: Ledger): ChainStatus {
  const { height: resource = 0, blockhash: resourceTip = null } = resourceChain.tip ?? {};
  return { main: tip.height, resource, tip, resourceTip };
}

export interface StatusQuestion {
  /** The peer's last known status. */
  readonly before: ChainStatus | undefined;
  readonly nowUs: number;
}

/**
 * Asks a peer for its status at this node's fixed height (PROTOCOL 11.1), without its blocks of the future
 * (PROTOCOL 15.1). Null when the peer has not reached the fixed height. Throws `PEER_CHAIN` when it has another block
 * there.
 */
export async function askStatus(
  client: Client,
  ledger: Ledger,
  { before, nowUs }: StatusQuestion,
): Promise<ChainStatus | null> {
  const { store, resourceChain } = ledger;
  const { fixedHeight } = resourceChain;
  const [main, resource] = await Promise.all([client.round(), client.resourceRound(fixedHeight)]);
  if (resource.sync_limit < fixedHeight) return null;
  const fixed = fixedHeight === 0 ? null : await store.resourceBlock({ height: fixedHeight });
  if (fixed !== null && fixed.blockhash !== resource.block.blockhash) {
    throw errors.peerChain({ reason: "another block is at the fixed height of this node" });
  }
  const due = await dueTips(client, { main, resource }, nowUs);
  if (due === null || due.resource < fixedHeight) return null;
  const ours = ownStatus(ledger);
  return {
    ...due,
    isParted: await isParted(client, ledger, due.resource),
    resourceTip:
      due.resource === ours.resource ? await askResourceTip(client, ours, before?.resourceTip) : null,
  };
}

async function isParted(
  client: Client,
  { store, resourceChain, network }: Ledger,
  height: number,
): Promise<boolean> {
  const ours = resourceChain.tip?.height ?? 0;
  const { constants, ruleSet } = network;
  const from = ruleSet.comparedByWorkFrom(constants.resource_confirm_count);
  const isOpen = ours - resourceChain.fixedHeight >= from;
  if (!isOpen || height >= ours) return false;
  const [own, { block }] = await Promise.all([store.resourceBlock({ height }), client.resourceRound(height)]);
  return own?.blockhash !== block.blockhash;
}

/** If both had the same last block, assume that they still do: a node that finds another one asks for ours. */
async function askResourceTip(
  client: Client,
  ours: ChainStatus,
  before: string | null | undefined,
): Promise<string | null> {
  if (ours.resourceTip === null || before === ours.resourceTip) return ours.resourceTip;
  const { block } = await client.resourceRound(ours.resource);
  return block.height === ours.resource ? block.blockhash : null;
}

/** Whether they have blocks beyond our last ones. */
export function hasMore(theirs: Lengths, ours: Lengths): boolean {
  return theirs.main > ours.main || theirs.resource > ours.resource;
}

type Lengths = Pick<ChainStatus, "main" | "resource">;

/** Whether the left chains are longer: by resource blocks, then by main blocks (PROTOCOL 11.1). */
export function isLonger(left: Lengths, right: Lengths): boolean {
  return left.resource > right.resource || (left.resource === right.resource && left.main > right.main);
}

/** What a peer says of both its chains. */
interface PeerRounds {
  readonly main: Round<MainBlockSummary>;
  readonly resource: Round<ResourceBlockSummary>;
}

interface Tips {
  readonly main: number;
  readonly tip: MainBlockSummary;
  readonly resource: number;
}

/**
 * The ends of a peer's chains without the main blocks of the future and the resource blocks that name them (PROTOCOL
 * 15.1). Null when every block that the peer lists is of the future; one answer lists more blocks than can be dated up
 * to 5 s ahead.
 */
async function dueTips(client: Client, { main, resource }: PeerRounds, nowUs: number): Promise<Tips | null> {
  if (main.block.s_timestamp <= nowUs)
    return { main: main.sync_limit, tip: main.block, resource: resource.sync_limit };
  const [blocks, resources] = await Promise.all([
    client.getBlockSummaries(Math.max(1, main.sync_limit - MAX_BLOCKS + 1)),
    client.getResourceBlockSummaries(Math.max(1, resource.sync_limit - MAX_BLOCKS + 1)),
  ]);
  const tip = blocks.findLast(({ s_timestamp }) => s_timestamp <= nowUs);
  if (tip === undefined) return null;
  const waiting = resources.find(({ main_height }) => main_height > tip.height);
  return {
    main: tip.height,
    tip,
    resource: waiting === undefined ? resource.sync_limit : waiting.height - 1,
  };
}
