import type { Context } from "../../src/cli/context.js";
import { createProgressBar } from "../../src/cli/terminal/progress-bar.js";
import type { Client } from "../../src/client/index.js";

/** The same client; how far it has read through the blocks is shown when that takes long. */
export function showBlocksRead(
  context: Context,
  client: Client,
): { readonly client: Client; readonly clear: () => void } {
  const bar = createProgressBar(context, "Reading blocks", () => performance.now());
  let first: number | null = null;
  let last = 0;
  return {
    client: {
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
    },
    clear: () => bar.clear(),
  };
}
