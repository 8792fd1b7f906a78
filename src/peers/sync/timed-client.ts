import type { Client } from "../../client/create-client.js";
import type { Clock } from "../../base/clock/clock.js";
import type { ChainStatus } from "./chain-status.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import * as errors from "../errors.js";

export interface AskedPeer {
  readonly host: string;
  readonly client: Client;
  readonly status: Pick<ChainStatus, "main" | "resource">;
}

/** How long a peer may take for all the summaries of a comparison. */
export const COMPARISON_US = 60_000_000;

/**
 * A client for the summaries of one comparison, from now on. Throws `PEER_STALLED` for a question after the time of the
 * comparison, so that a peer cannot lengthen it with endless claims, and `PEER_BLOCKS_MISSING` for a window that is
 * shorter than the peer's chain allows, so that each question gets on.
 */
export function timedClient(
  { host, client, status }: AskedPeer,
  clock: Clock,
  limitUs = COMPARISON_US,
): Client {
  const endUs = clock.nowUs() + limitUs;
  const ask = <T>(question: () => Promise<T>): Promise<T> => {
    if (clock.nowUs() <= endUs) return question();
    return Promise.reject(errors.peerStalled({ host, patienceUs: limitUs }));
  };
  const askWindow = async <T>(question: () => Promise<readonly T[]>, left: number): Promise<readonly T[]> => {
    const window = await ask(question);
    if (window.length < Math.min(MAX_BLOCKS, left)) throw errors.peerBlocksMissing();
    return window;
  };
  return {
    ...client,
    getBlockSummary: (target) => ask(() => client.getBlockSummary(target)),
    getResourceBlockSummary: (target) => ask(() => client.getResourceBlockSummary(target)),
    getBlockSummaries: (from) => askWindow(() => client.getBlockSummaries(from), status.main - from + 1),
    getResourceBlockSummaries: (from) =>
      askWindow(() => client.getResourceBlockSummaries(from), status.resource - from + 1),
  };
}
