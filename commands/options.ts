import { option, type OptionSpec } from "../src/cli/command.js";
import { SETTINGS } from "../src/cli/config/settings.js";
import type { Input } from "../src/cli/input/input.js";
import { DEFAULT_WAIT_S } from "../src/actions/wait.js";
import type { ListPage } from "../src/client/index.js";
import type { CodeKind } from "../src/records/code-layout.js";
import { RULE_SETS, type RuleSet } from "../src/records/rules.js";
import { readFile } from "node:fs/promises";
import { fileText } from "../src/codec/file-text.js";
import type { DatabaseAddress } from "../src/store/postgres/address.js";

/** The `chain_type` of Round and Broadcast (PROTOCOL 13.6). */
export const CHAIN_OPTION = option("--chain <chain>", "chain to query", {
  choices: ["main", "resource", "all"],
  default: "main",
});

export const RESOURCE_OPTION = option("--resource", "use the resource chain instead of the main chain");

export function presetOptionSpec(description: string): OptionSpec {
  const { choices = [] } = SETTINGS.find(({ name }) => name === "preset") ?? {};
  return option("--preset <name>", description, { choices, default: "the setting preset" });
}

export const UNITS_OPTION = option("--raw", "amounts are in units; a coin is 10^18 units");

export const LITERAL_OPTION = option(
  "--raw",
  "take parameters literally: do not replace names of keys by addresses",
);

export const OFFLINE_OPTION = option("--offline", "read the data directory instead of asking the node");

export function rulesOptionSpec(defaultText: string): OptionSpec {
  return option("--rules <number>", "rules of the network: 1, or 2 (docs/protocol/16-rules-2.md)", {
    choices: Object.keys(RULE_SETS),
    default: defaultText,
  });
}

export function readRuleSet(input: Input): RuleSet | undefined {
  const option = input.option("rules");
  return Object.values(RULE_SETS).find(({ number }) => String(number) === option);
}

const KINDS: readonly CodeKind[] = ["contract", "request"];

/** The option of commands that name a code: a contract and a request may have the same name. */
export const KIND_OPTION = option("--kind <kind>", "kind of the code", {
  choices: KINDS,
  default: "either; the contract when both have the name",
});

export function readKind(input: Input): CodeKind | undefined {
  const option = input.option(KIND_OPTION.name);
  return KINDS.find((kind) => kind === option);
}

export const TIMEOUT_OPTIONS: readonly OptionSpec[] = [
  option("--timeout <seconds>", "timeout in seconds", DEFAULT_WAIT_S),
];

/** Options of commands that send, and then wait as `chainnode tx wait` does. */
export const WAIT_OPTIONS: readonly OptionSpec[] = [
  option("--wait", "wait until a block holds the transaction; this is the default"),
  option("--no-wait", "do not wait until a block holds the transaction"),
  ...TIMEOUT_OPTIONS,
];

const MAX_TIMEOUT_S = 86_400;

export function readWaitTimeout(input: Input): number {
  return input.integer("timeout", 0, MAX_TIMEOUT_S) ?? DEFAULT_WAIT_S;
}

const DEFAULT_COUNT = 20;

/** The options of a listing command, whose node returns at most `most` at once (docs/rpc.md). */
export function pagingOptions(most: number): readonly OptionSpec[] {
  return [
    option("--count <count>", `number of entries, at most ${most}`, DEFAULT_COUNT),
    option("--page <page>", "page of this size; page 1 is the newest", "1"),
  ];
}

export function readListPage(input: Input, most: number): Required<ListPage> {
  return { count: input.integer("count", 1, most) ?? DEFAULT_COUNT, page: input.integer("page", 1) ?? 1 };
}

/** The options that name a PostgreSQL database and its password. */

export const POSTGRES_OPTIONS: readonly OptionSpec[] = [
  option(
    "--postgres <url>",
    "the database, or several of its servers, separated by commas; without a password",
    { isRequired: true },
  ),
  option("--postgres-password-file <file>", "file with the password", "PGPASSWORD, otherwise ~/.pgpass"),
];

export type DatabaseServers = readonly [DatabaseAddress, ...DatabaseAddress[]];

/** The servers that the options name. Throws `POSTGRES_URL`. */
export async function databaseServersOf(input: Input): Promise<DatabaseServers> {
  const { readDatabaseAddresses } = await import("../src/store/postgres/address.js");
  const [urls, file] = [input.option("postgres") ?? "", input.option("postgres-password-file")];
  return readDatabaseAddresses(
    urls,
    file === undefined ? undefined : async () => fileText(await readFile(file), file),
  );
}
