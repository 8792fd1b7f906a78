import type { Client } from "../../client/index.js";
import type { Clock } from "../../base/clock/clock.js";
import { FixedHeight, FIXED_HEIGHT_NOTE, type FixedHeightStore } from "../../ledger/fixed-height.js";
import type { ProjectedReader, ProjectionSource } from "../projector/source.js";
import { createNetwork, type Network, type NetworkDefinition } from "../../records/network.js";
import { chainUndone } from "../../replay/errors.js";
import { remoteMainChain } from "../../replay/remote/remote-main-chain.js";
import { remoteResourceChain } from "../../replay/remote/remote-resource-chain.js";
import type { SourceClient } from "../../replay/remote/remote-store.js";
import { findDefinition } from "../../replay/remote/recognize-network.js";
import type { OpenedSource } from "./directory-source.js";

/** The most times that a chain is read until it does not change meanwhile. */
const MAX_READS = 5;

interface NodeSourceOptions {
  /** The network's definition, if known. Otherwise one of the built-in definitions must match. */
  readonly definition: NetworkDefinition | null;
  readonly clock: Pick<Clock, "nowUs">;
}

/**
 * Opens the chains of a node over HTTP, which may be a 2.1 node, for a projector. Throws `NETWORK_OTHER`, or
 * `NETWORK_UNKNOWN`, also before the network has begun.
 */
export async function openNodeSource(
  client: SourceClient & Pick<Client, "events">,
  { definition: given, clock }: NodeSourceOptions,
): Promise<OpenedSource> {
  const definition = await findDefinition(client, given);
  return { source: await nodeSource(client, createNetwork(definition), clock), definition };
}

async function nodeSource(
  client: SourceClient & Pick<Client, "events">,
  network: Network,
  clock: Pick<Clock, "nowUs">,
): Promise<ProjectionSource> {
  const asked = askedFixedHeight(client);
  const fixed = await FixedHeight.open(asked.store, network);
  const endsNow = () => Promise.all([client.getBlockSummary(), client.getResourceBlockSummary()]);

  async function readerAt([main, resource]: Awaited<ReturnType<typeof endsNow>>): Promise<ProjectedReader> {
    const height = resource?.height ?? 0;
    const resourceChain = remoteResourceChain(client, height);
    await asked.follow(resourceChain, resource?.blockhash ?? "", async () => {
      // An operator may have rewound the chain.
      await fixed.retreat(height);
      await fixed.advance(height, clock.nowUs());
    });
    return {
      readMeta: async (name) => (name === FIXED_HEIGHT_NOTE ? asked.store.readMeta(name) : null),
      ...remoteMainChain(client, main),
      ...resourceChain,
    };
  }

  return {
    /** Throws `CHAIN_UNDONE` when the node's chains change during each of `MAX_READS` reads. */
    async snapshot(body) {
      for (let reads = 1; ; reads += 1) {
        const ends = await endsNow();
        const [main, resource] = ends;
        const result = await body(await readerAt(ends));
        // Both last blocks are unchanged, so everything below them is of one chain.
        const [sameMain, sameResource] = await Promise.all([
          main === null ? null : client.getBlockSummary(main.height),
          resource === null ? null : client.getResourceBlockSummary(resource.height),
        ]);
        if (sameMain?.blockhash === main?.blockhash && sameResource?.blockhash === resource?.blockhash)
          return result;
        if (reads === MAX_READS) throw chainUndone({ height: main?.height ?? 0 });
      }
    },
    watch(onChange) {
      const ending = new AbortController();
      const listen = async (): Promise<void> => {
        const types = ["main_block", "resource_block", "undone"] as const;
        for await (const _ of client.events({ types, signal: ending.signal })) onChange();
      };
      // A 2.1 node has no events: the projector looks at its source every few seconds in any case.
      listen().catch(() => undefined);
      return () => ending.abort();
    },
    /** Each call has its own connection. */
    close: async () => undefined,
  };
}

/** The store of a fixed height (PROTOCOL 10.10) that follows a node's resource chain. */
function askedFixedHeight(client: SourceClient) {
  let note = "0";
  let chain = remoteResourceChain(client, 0);
  let blockhash = "";
  const store: FixedHeightStore = {
    readMeta: async () => note,
    async writeMeta(_, value) {
      note = value;
    },
    resourceBlock: (target) => chain.resourceBlock(target),
    resourceBlocks: (fromHeight, toHeight) => chain.resourceBlocks(fromHeight, toHeight),
  };
  async function follow(next: typeof chain, lastHash: string, advance: () => Promise<void>): Promise<void> {
    if (lastHash === blockhash) return;
    chain = next;
    await advance();
    blockhash = lastHash;
  }
  return { store, follow };
}
