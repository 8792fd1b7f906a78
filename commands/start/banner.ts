import { alignRows } from "../../src/base/text/align-rows.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { shellWord } from "../../src/cli/input/ask.js";
import { tableText, type View } from "../../src/cli/output/view.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import type { DevAccount } from "../../src/data/dev-network.js";
import {
  type JsonSchema,
  ADDRESS,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  orNull,
  TEXT,
} from "../../src/records/operations/json-schema.js";

/** What `chainnode start` prints once its node answers. */
export interface StartedNode {
  readonly network: string;
  readonly address: string;
  readonly dataDirectory: string;
  /** Whether other commands need `--data-dir` to find the node. */
  readonly isElsewhere: boolean;
  readonly rpc: readonly string[];
  readonly ops: string | null;
  readonly explorer: string | null;
  readonly height: number;
  readonly hosts: number;
  readonly accounts: readonly DevAccount[] | null;
  readonly blocks: string | null;
}

export const STARTED_NODE: JsonSchema = {
  ...objectOf({
    network: TEXT,
    address: ADDRESS,
    data_dir: TEXT,
    rpc: listOf(TEXT),
    ops: orNull(TEXT),
    explorer: orNull(TEXT),
    height: HEIGHT,
    hosts: INTEGER,
  }),
  description:
    "A development chain adds `blocks`, the time of its blocks in words, and its `accounts`, each with name, address and private_key. With --detach it adds `pid`, `pid_file` and `log_file`.",
};

/** The result of `chainnode start`. In a pipe the log tells that the node runs, so that nothing but JSON is written. */
export function startedOutcome(started: StartedNode): Outcome {
  const { network, address, dataDirectory, rpc, ops, explorer, height, hosts, accounts, blocks } = started;
  return {
    data: objectToValue({
      network,
      address,
      data_dir: dataDirectory,
      rpc: [...rpc],
      ops,
      explorer,
      height: BigInt(height),
      hosts: BigInt(hosts),
      ...(accounts === null ? {} : { blocks, accounts: accounts.map(accountToData) }),
    }),
    text: () => "",
  };
}

function accountToData({ name, address, privateKey }: DevAccount): Value {
  return objectToValue({ name, address, private_key: privateKey });
}

export function startedText(view: View, started: StartedNode): string {
  const { network, address, dataDirectory, rpc, explorer, height, hosts, accounts, blocks } = started;
  const { bold } = view.style;
  const facts = [
    ["rpc", rpc.map((url) => bold(url)).join("  ")],
    ...(explorer === null ? [] : [["explorer", bold(explorer)]]),
    ["network", network],
    ["node", address],
    ["data", dataDirectory],
    ["chain", `main block ${height}${hostsText(hosts)}`],
    ...(blocks === null ? [] : [["blocks", blocks]]),
  ];
  const lines = alignRows(facts.map(([name = "", value = ""]) => [`  ${name}`, value]));
  return `chainnode is running\n\n${lines}${accounts === null ? "" : accountsText(view, accounts) + firstSteps(started)}\n`;
}

/** What a newcomer may try next, as it is typed in another terminal. */
function firstSteps({ isElsewhere, dataDirectory }: StartedNode): string {
  const place = isElsewhere ? ` --data-dir ${shellWord(dataDirectory)}` : "";
  const steps = ["send bob 1.5", "balance bob", "repl"].map((words) => `  chainnode ${words}${place}\n`);
  return `\nIn another terminal\n\n${steps.join("")}`;
}

function hostsText(hosts: number): string {
  if (hosts === 0) return "";
  return `, syncing from ${hosts === 1 ? "one host" : `${hosts} hosts`}`;
}

function accountsText(view: View, accounts: readonly DevAccount[]): string {
  const table = tableText(
    // Keys must not be shortened, so the table is as wide as necessary.
    { ...view, isTerminal: false },
    [{ title: "name" }, { title: "account" }, { title: "private key" }],
    accounts.map(({ name, address, privateKey }) => [name, address, privateKey]),
  );
  const warning = "These private keys are public. Never send anything of value to these accounts.";
  return `\nDevelopment accounts\n\n${table}\n${view.style.yellow(warning)}\n`;
}
