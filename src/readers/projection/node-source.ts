import type { Client } from "../../client/index.js";
import type { Clock } from "../../base/clock/clock.js";
import { FixedHeight, FIXED_HEIGHT_NOTE, type FixedHeightStore } from "../../ledger/fixed-height.js";
import type { ProjectedReader, ProjectionSource } from "../projector/source.js";
import { createNetwork, type Network, type NetworkDefinition } from "../../records/network.js";
import { chainUndone } from "../../replay/errors.js";
import { remoteMainChain } from "../../replay/remote/remote-main-chain.js";
import { remoteResourceChain, type RemoteResourceChain } from "../../replay/remote/remote-resource-chain.js";
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
  return { source: await NodeSource.open(client, createNetwork(definition), clock), definition };
}

class NodeSource implements ProjectionSource {
  readonly #client: SourceClient & Pick<Client, "events">;
  readonly #clock: Pick<Clock, "nowUs">;
  readonly #fixed: FixedHeight;
  readonly #asked: AskedFixedHeight;

  private constructor(
    client: SourceClient & Pick<Client, "events">,
    clock: Pick<Clock, "nowUs">,
    { fixed, asked }: { readonly fixed: FixedHeight; readonly asked: AskedFixedHeight },
  ) {
    this.#client = client;
    this.#clock = clock;
    this.#fixed = fixed;
    this.#asked = asked;
  }

  static async open(
    client: SourceClient & Pick<Client, "events">,
    network: Network,
    clock: Pick<Clock, "nowUs">,
  ): Promise<NodeSource> {
    const asked = new AskedFixedHeight(client);
    return new NodeSource(client, clock, { fixed: await FixedHeight.open(asked, network), asked });
  }

  /** Throws `CHAIN_UNDONE` when the node's chains change during each of `MAX_READS` reads. */
  async snapshot<T>(body: (reader: ProjectedReader) => Promise<T>): Promise<T> {
    for (let reads = 1; ; reads += 1) {
      const [main, resource] = await this.#ends();
      const result = await body(await this.#readerAt(main, resource));
      // Both last blocks are unchanged, so everything below them is of one chain.
      const [sameMain, sameResource] = await Promise.all([
        main === null ? null : this.#client.getBlockSummary(main.height),
        resource === null ? null : this.#client.getResourceBlockSummary(resource.height),
      ]);
      if (sameMain?.blockhash === main?.blockhash && sameResource?.blockhash === resource?.blockhash)
        return result;
      if (reads === MAX_READS) throw chainUndone({ height: main?.height ?? 0 });
    }
  }

  watch(onChange: () => void): () => void {
    const ending = new AbortController();
    const listen = async (): Promise<void> => {
      const types = ["main_block", "resource_block", "undone"] as const;
      for await (const _ of this.#client.events({ types, signal: ending.signal })) onChange();
    };
    // A 2.1 node has no events: the projector looks at its source every few seconds in any case.
    listen().catch(() => undefined);
    return () => ending.abort();
  }

  async close(): Promise<void> {
    // Each call has its own connection.
  }

  #ends() {
    return Promise.all([this.#client.getBlockSummary(), this.#client.getResourceBlockSummary()]);
  }

  async #readerAt(
    main: Awaited<ReturnType<SourceClient["getBlockSummary"]>>,
    resource: Awaited<ReturnType<SourceClient["getResourceBlockSummary"]>>,
  ): Promise<ProjectedReader> {
    const resourceChain = remoteResourceChain(this.#client, resource?.height ?? 0);
    await this.#asked.follow(resourceChain, resource?.blockhash ?? "", async () => {
      const height = resource?.height ?? 0;
      // An operator may have rewound the chain.
      await this.#fixed.retreat(height);
      await this.#fixed.advance(height, this.#clock.nowUs());
    });
    return {
      readMeta: async (name) => (name === FIXED_HEIGHT_NOTE ? this.#asked.note : null),
      ...remoteMainChain(this.#client, main),
      ...resourceChain,
    };
  }
}

/** The store of a fixed height (PROTOCOL 10.10) that follows a node's resource chain. */
class AskedFixedHeight implements FixedHeightStore {
  note = "0";
  #chain: RemoteResourceChain;
  #blockhash = "";

  constructor(client: SourceClient) {
    this.#chain = remoteResourceChain(client, 0);
  }

  async follow(chain: RemoteResourceChain, blockhash: string, advance: () => Promise<void>): Promise<void> {
    if (blockhash === this.#blockhash) return;
    this.#chain = chain;
    await advance();
    this.#blockhash = blockhash;
  }

  async readMeta(): Promise<string> {
    return this.note;
  }

  async writeMeta(_name: string, value: string): Promise<void> {
    this.note = value;
  }

  resourceBlock(target: Parameters<RemoteResourceChain["resourceBlock"]>[0]) {
    return this.#chain.resourceBlock(target);
  }

  resourceBlocks(fromHeight: number, toHeight: number) {
    return this.#chain.resourceBlocks(fromHeight, toHeight);
  }
}
