import type { OptionSpec } from "../src/cli/command.js";
import { SETTINGS } from "../src/cli/config/settings.js";
import type { Input } from "../src/cli/input/input.js";
import { DEFAULT_WAIT_S } from "../src/actions/wait.js";
import type { ListPage } from "../src/client/index.js";
import type { CodeKind } from "../src/records/code-layout.js";
import { RULE_SETS, type RuleSet } from "../src/records/rules.js";

/** Options that several commands take. */

/** The `chain_type` of Round and Broadcast (PROTOCOL 13.6). */
export const CHAIN_OPTION: OptionSpec = {
  name: "chain",
  placeholder: "chain",
  choices: ["main", "resource", "all"],
  default: "main",
  description: "chain to query",
};

export const RESOURCE_OPTION: OptionSpec = {
  name: "resource",
  description: "use the resource chain instead of the main chain",
};

/** `--preset`, for commands that set the setting of this name. */
export function presetOptionSpec(description: string): OptionSpec {
  const { choices = [] } = SETTINGS.find(({ name }) => name === "preset") ?? {};
  return { name: "preset", placeholder: "name", choices, default: "the setting preset", description };
}

export const UNITS_OPTION: OptionSpec = {
  name: "raw",
  description: "amounts are in units; a coin is 10^18 units",
};

/** The option of commands that call a code with parameters. */
export const LITERAL_OPTION: OptionSpec = {
  name: "raw",
  description: "take parameters literally: do not replace names of keys by addresses",
};

export const OFFLINE_OPTION: OptionSpec = {
  name: "offline",
  description: "read the data directory instead of asking the node",
};

/** The option of the tools for codes. */
export function rulesOptionSpec(defaultText: string): OptionSpec {
  return {
    name: "rules",
    placeholder: "number",
    choices: Object.keys(RULE_SETS),
    default: defaultText,
    description: "rules of the network: 1, or 2 (docs/protocol/16-rules-2.md)",
  };
}

/** The rules that the command line names. */
export function readRuleSet(input: Input): RuleSet | undefined {
  const option = input.option("rules");
  return Object.values(RULE_SETS).find(({ number }) => String(number) === option);
}

const KINDS: readonly CodeKind[] = ["contract", "request"];

/** The option of commands that name a code: a contract and a request may have the same name. */
export const KIND_OPTION: OptionSpec = {
  name: "kind",
  placeholder: "kind",
  choices: KINDS,
  default: "either; the contract when both have the name",
  description: "kind of the code",
};

export function readKind(input: Input): CodeKind | undefined {
  const option = input.option(KIND_OPTION.name);
  return KINDS.find((kind) => kind === option);
}

export const WAIT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "timeout",
    placeholder: "seconds",
    default: String(DEFAULT_WAIT_S),
    description: "timeout in seconds",
  },
];

const MAX_TIMEOUT_S = 86_400;

export function readWaitTimeout(input: Input): number {
  return input.integer("timeout", 0, MAX_TIMEOUT_S) ?? DEFAULT_WAIT_S;
}

const DEFAULT_COUNT = 20;

/** The options of a listing command, whose node returns at most `most` at once (docs/rpc.md). */
export function pagingOptions(most: number): readonly OptionSpec[] {
  return [
    {
      name: "count",
      placeholder: "count",
      default: String(DEFAULT_COUNT),
      description: `number of entries, at most ${most}`,
    },
    {
      name: "page",
      placeholder: "page",
      default: "1",
      description: "page of this size; page 1 is the newest",
    },
  ];
}

export function readListPage(input: Input, most: number): Required<ListPage> {
  return {
    count: input.integer("count", 1, most) ?? DEFAULT_COUNT,
    page: input.integer("page", 1) ?? 1,
  };
}
