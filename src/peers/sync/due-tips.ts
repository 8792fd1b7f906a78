import type { MainBlockSummary, ResourceBlockSummary, Round } from "../../client/answers.js";
import type { Client } from "../../client/create-client.js";

/** What a peer says of both its chains. */
export interface PeerRounds {
  readonly main: Round<MainBlockSummary>;
  readonly resource: Round<ResourceBlockSummary>;
}

/** The ends of a peer's chains. */
export interface Tips {
  readonly main: number;
  readonly tip: MainBlockSummary;
  readonly resource: number;
}

/** How many blocks one answer lists (PROTOCOL 11.2): more than can be dated up to 5 s ahead. */
export const LISTED = 256;

/**
 * The ends of a peer's chains without the main blocks of the future and the resource blocks that name them (PROTOCOL
 * 15.1). Null when every block that the peer lists is of the future.
 */
export async function dueTips(
  client: Client,
  { main, resource }: PeerRounds,
  nowUs: number,
): Promise<Tips | null> {
  if (main.block.s_timestamp <= nowUs)
    return { main: main.sync_limit, tip: main.block, resource: resource.sync_limit };
  const [blocks, resources] = await Promise.all([
    client.getBlockSummaries(Math.max(1, main.sync_limit - LISTED + 1)),
    client.getResourceBlockSummaries(Math.max(1, resource.sync_limit - LISTED + 1)),
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
