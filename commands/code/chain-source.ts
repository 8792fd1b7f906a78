import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { createProgressBar } from "../../src/cli/terminal/progress-bar.js";
import { openChainSource, openStoredSource } from "../../src/actions/chain-source.js";
import type { Client } from "../../src/client/index.js";
import type { ChainSource } from "../../src/replay/trial/chain-source.js";
import { OFFLINE_OPTION } from "../options.js";
import { workspaceOf } from "../workspace.js";

/** Works on the source of codes and state: the node of the command, or the data directory with `--offline`. */
export async function withChainSource<T>(
  context: Context,
  input: Input,
  use: (source: ChainSource) => Promise<T>,
): Promise<T> {
  const workspace = workspaceOf(context);
  const read = createBlocksRead(context);
  const source = input.flag(OFFLINE_OPTION.name)
    ? await openStoredSource(workspace)
    : await openChainSource(workspace, (client) => read.watch(client));
  try {
    return await use(source);
  } finally {
    read.clear();
    await source.close();
  }
}

/** Shows the progress of a client through the blocks when it takes long. */
export interface BlocksRead {
  /** Returns a client whose reads are counted. */
  watch(client: Client): Client;
  /** Takes the bar away. */
  clear(): void;
}

export function createBlocksRead(context: Context): BlocksRead {
  const bar = createProgressBar(context, "Reading blocks", () => performance.now());
  let first: number | null = null;
  let last = 0;
  return {
    watch: (client) => ({
      ...client,
      async blockCount() {
        last = await client.blockCount();
        return last;
      },
      getBlocks(from) {
        first ??= from;
        bar.show(from - first, last - first + 1, () => `block ${from} of ${last}`);
        return client.getBlocks(from);
      },
    }),
    clear: () => bar.clear(),
  };
}

/** A source that clears the bar after each read. */
export function clearAfterReading(source: ChainSource, read: BlocksRead): ChainSource {
  const cleared = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } finally {
      read.clear();
    }
  };
  return {
    ...source,
    readCells: (kind, keys) => cleared(source.readCells(kind, keys)),
    valuesBefore: (fromHeight, keys) => cleared(source.valuesBefore(fromHeight, keys)),
    async *blocksFrom(height) {
      try {
        yield* source.blocksFrom(height);
      } finally {
        read.clear();
      }
    },
  };
}
