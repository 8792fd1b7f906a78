import type { Context } from "../../src/cli/context.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { BOOLEAN, INTEGER, objectOf } from "../../src/records/operations/json-schema.js";
import { askAdmin } from "./admin.js";

/** What the mining commands print with `--json`. */
export const MINING_STATUS = objectOf({
  mining: BOOLEAN,
  searching: BOOLEAN,
  threads: INTEGER,
  duty: INTEGER,
  hash_rate: INTEGER,
  resource_height: INTEGER,
  standing_still: BOOLEAN,
});

/** Asks the node of the data directory about its mining, or tells it what to do; both answer the status. */
export async function askMining(
  context: Context,
  method: "GET" | "POST",
  path: "/mining" | "/mining/start" | "/mining/stop",
): Promise<Outcome> {
  const status = await askAdmin(context, { method, path });
  return { data: status, text: () => statusText(status) };
}

function statusText(status: Value): string {
  const [threads, duty, rate, height] = ["threads", "duty", "hash_rate", "resource_height"].map((name) =>
    Number(memberOf(status, name)),
  );
  const lines = [`resource block  ${height}`];
  if (memberOf(status, "mining") === true) {
    lines.unshift(`mining          ${threads} thread${threads === 1 ? "" : "s"}, ${duty} % of the time`);
    lines.push(`tries a second  ${Number(rate).toLocaleString("en")}`);
  } else lines.unshift("mining          off");
  if (memberOf(status, "standing_still") === true) {
    lines.push("The chain stands still: it needs a new resource block before anybody may seal main blocks.");
  }
  return `${lines.join("\n")}\n`;
}
