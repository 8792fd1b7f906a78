import type { OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { ListPage } from "../../src/client/index.js";

const DEFAULT_COUNT = 20;

/** The options of a listing command, whose node returns at most `most` at once (docs/rpc.md). */
export function pagingOptions(most: number): readonly OptionSpec[] {
  return [
    {
      name: "count",
      placeholder: "count",
      description: `how many, at most ${most}; ${DEFAULT_COUNT} when left out`,
    },
    { name: "page", placeholder: "page", description: "which page of as many, from 1, the newest" },
  ];
}

export function readPage(input: Input, most: number): Required<ListPage> {
  return {
    count: input.integer("count", 1, most) ?? DEFAULT_COUNT,
    page: input.integer("page", 1) ?? 1,
  };
}
