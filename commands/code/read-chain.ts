import { option, type Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { createProgressBar } from "../../src/cli/terminal/progress.js";
import { openChain, withStoredChain } from "../../src/actions/open-chain.js";
import type { Client } from "../../src/client/index.js";
import { decorated } from "../../src/store/decorated.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import { OFFLINE_OPTION } from "../options.js";

export const FORK_OPTION = option(
  "--fork <url>",
  "URL of the node with the chain, which is only read",
  "the node of --rpc or of the data directory",
);

/** Works on the chain of the node, of that of `FORK_OPTION`, or of the data directory with `--offline`. */
export async function withChain<T>(
  context: Context,
  input: Input,
  use: (chain: ReadChain) => Promise<T>,
): Promise<T> {
  const { workspace } = context;
  const url = input.option(FORK_OPTION.name);
  if (url === undefined && input.flag(OFFLINE_OPTION.name)) return withStoredChain(workspace, use);
  const read = createBlocksRead(context);
  try {
    return await use(await openChain(workspace, { url, watch: (client) => read.watch(client) }));
  } finally {
    read.clear();
  }
}

/** Shows the progress of a client through the blocks when it takes long. */
interface BlocksRead {
  watch(client: Client): Client;
  clear(): void;
}

export function createBlocksRead(context: Context): BlocksRead {
  const bar = createProgressBar(context, "Reading blocks");
  let first: number | null = null;
  let last = 0;
  return {
    watch: (client) => ({
      ...client,
      async getBlockSummary(target) {
        const block = await client.getBlockSummary(target);
        last = Math.max(last, block?.height ?? 0);
        return block;
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

/** Returns a chain that takes the bar away after each read. */
export function clearAfterReading(chain: ReadChain, read: BlocksRead): ReadChain {
  const { reader } = chain;
  const cleared = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } finally {
      read.clear();
    }
  };
  read.clear();
  return chain.over(
    decorated(reader, {
      readState: (kind, keys, height) => cleared(reader.readState(kind, keys, height)),
      async *streamMainBlocks(from, to) {
        try {
          yield* reader.streamMainBlocks(from, to);
        } finally {
          read.clear();
        }
      },
    }),
  );
}
