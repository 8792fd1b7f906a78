import type { Command, Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import type { Client } from "../../src/client/index.js";
import { mainBlockOutcome, resourceBlockOutcome, ANY_BLOCK_SUMMARY } from "./blocks.js";
import { completeHeights } from "../completers.js";
import { pause } from "../../src/actions/pause.js";
import { RESOURCE_OPTION } from "../options.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "print each new block until interrupted",
  options: [
    RESOURCE_OPTION,
    {
      name: "from",
      placeholder: "height",
      default: "the next block",
      description: "height of the first block",
      complete: completeHeights,
    },
    {
      name: "count",
      placeholder: "count",
      default: "no limit",
      description: "number of blocks after which the command ends",
    },
  ],
  examples: [{ line: "chainnode block watch" }, { line: "chainnode block watch --count 1 --json" }],
  result: ANY_BLOCK_SUMMARY,
  async run(context, input) {
    const source = blockSource(await workspaceOf(context).runningClient(), input.flag(RESOURCE_OPTION.name));
    const from = input.integer("from", 1) ?? (await source.count()) + 1;
    return follow(context, source, { from, count: input.integer("count", 1) ?? Number.POSITIVE_INFINITY });
  },
};

/** The source of one of the two chains. */
interface BlockSource {
  count(): Promise<number>;
  /** The blocks from a height on, ascending, as many as the node returns at once. */
  from(height: number): Promise<readonly Outcome[]>;
}

function blockSource(client: Client, isResource: boolean): BlockSource {
  return isResource
    ? {
        count: () => client.resourceBlockCount(),
        from: async (height) => (await client.getResourceBlockSummaries(height)).map(resourceBlockOutcome),
      }
    : {
        count: () => client.blockCount(),
        from: async (height) => (await client.getBlockSummaries(height)).map(mainBlockOutcome),
      };
}

async function* follow(
  { terminal }: Context,
  source: BlockSource,
  { from, count }: { readonly from: number; readonly count: number },
): AsyncGenerator<Outcome, void, undefined> {
  const signal = terminal.interruption();
  for (let height = from; ;) {
    for (const block of await source.from(height)) {
      yield block;
      height += 1;
      if (height - from >= count) return;
    }
    await pause(signal);
  }
}
