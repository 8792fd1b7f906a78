import { timeIn, type View, fieldsText, type Field, outlineText } from "../src/cli/output/view.js";
import { memberOf, type Value } from "../src/codec/value.js";
import { DEFAULT_RULES } from "../src/records/rules.js";
import { textIn } from "../src/codec/text.js";

const TASKS: readonly (readonly [member: string, task: string])[] = [
  ["chain_maker_policy", "makes blocks"],
  ["resource_miner_policy", "mines"],
  ["peer_searcher_policy", "looks for peers"],
  ["collector_policy", "collects from peers"],
];

export function infoText(view: View, info: Value): string {
  if (!view.isTerminal) return outlineText(view, info);
  const tasks = TASKS.filter(([member]) => memberOf(info, member) === true).map(([, task]) => task);
  const main = memberOf(info, "last_block") ?? null;
  const resource = memberOf(info, "last_resource_block") ?? null;
  return fieldsText(view, [
    ["status", textIn(info, "status")],
    ["version", textIn(info, "version")],
    ["rules", textIn(info, "rules") || String(DEFAULT_RULES)],
    ["tasks", tasks.length === 0 ? "none" : tasks.join(", ")],
    ...blockFields(view, "main block", main),
    ...blockFields(view, "resource block", resource),
  ]);
}

export function roundText(view: View, round: Value): string {
  if (!view.isTerminal) return outlineText(view, round);
  const isBoth = memberOf(round, "main") !== undefined;
  if (!isBoth) return fieldsText(view, roundFields(view, round));
  return ["main", "resource"]
    .map((chain) =>
      fieldsText(view, [["chain", chain], ...roundFields(view, memberOf(round, chain) ?? null)]),
    )
    .join("\n");
}

function roundFields(view: View, round: Value): readonly Field[] {
  const block = memberOf(round, "block") ?? null;
  return [
    ...blockFields(view, "builds on", block),
    ["chain's height", textIn(round, "sync_limit")],
    ["asked at", timeIn(view, round, "timestamp")],
  ];
}

function blockFields(view: View, label: string, block: Value): readonly Field[] {
  const timeName = memberOf(block, "s_timestamp") === undefined ? "timestamp" : "s_timestamp";
  if (memberOf(block, "height") === 0n) return [[label, "none yet"]];
  return [
    [label, `${textIn(block, "height")}, ${timeIn(view, block, timeName)}`],
    ["", textIn(block, "blockhash")],
  ];
}
