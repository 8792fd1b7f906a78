import type { Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { fieldsText, type Field } from "../../src/cli/output/table.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { BOOLEAN, INTEGER, objectOf } from "../../src/records/operations/json-schema.js";
import { workspaceOf } from "../workspace.js";

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

/** The meaning of `standing_still` (PROTOCOL 9.14). */
export const STANDING_STILL = "no main block can be sealed until a new resource block is mined";

/** Asks the node of the data directory for its mining status, or changes it. Both return the status. */
export async function askMining(
  context: Context,
  method: "GET" | "POST",
  path: "/mining" | "/mining/start" | "/mining/stop",
): Promise<Outcome> {
  const status = await workspaceOf(context).admin({ method, path });
  return { data: status, text: (view) => fieldsText(view, statusFields(status)) };
}

function statusFields(status: Value): readonly Field[] {
  const [threads, duty, rate, height] = ["threads", "duty", "hash_rate", "resource_height"].map((name) =>
    Number(memberOf(status, name)),
  );
  const isOn = memberOf(status, "mining") === true;
  const fields: Field[] = [
    ["mining", isOn ? `${threads} thread${threads === 1 ? "" : "s"}, ${duty} % of the time` : "off"],
    ["resource block", String(height)],
  ];
  if (isOn) fields.push(["tries per second", Number(rate).toLocaleString("en")]);
  if (memberOf(status, "standing_still") === true) fields.push(["standing still", STANDING_STILL]);
  return fields;
}
