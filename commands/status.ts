import type { Command } from "../src/cli/command.js";
import { fieldsText } from "../src/cli/output/table.js";
import { valueToText } from "../src/codec/text.js";
import { isList, memberOf, type Value } from "../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  TEXT,
} from "../src/records/operations/json-schema.js";
import { askAdmin } from "./shared/admin.js";
import { STANDING_STILL } from "./shared/mining.js";

export const command: Command = {
  summary: "show what the node of the data directory is doing",
  description: [
    "Asks the running node through the socket in its data directory; nobody else can. A node elsewhere tells less: chainnode info.",
  ],
  examples: [{ line: "chainnode status" }, { line: "chainnode status --json" }],
  result: objectOf({
    pid: INTEGER,
    network: TEXT,
    address: ADDRESS,
    rpc: listOf(TEXT),
    height: HEIGHT,
    resource_height: HEIGHT,
    fixed_height: HEIGHT,
    pool: INTEGER,
    mining: BOOLEAN,
    standing_still: BOOLEAN,
  }),
  async run(context) {
    const status = await askAdmin(context, { method: "GET", path: "/status" });
    return { data: status, text: (view) => fieldsText(view, statusFields(status)) };
  },
};

function statusFields(status: Value): readonly (readonly [string, string])[] {
  const text = (name: string): string => valueToText(memberOf(status, name) ?? null);
  const rpc = memberOf(status, "rpc");
  const fields: (readonly [string, string])[] = [
    ["process", text("pid")],
    ["network", text("network")],
    ["node", text("address")],
    ["rpc", isList(rpc) ? rpc.map(valueToText).join(" ") : ""],
    ["main block", text("height")],
    ["resource block", `${text("resource_height")}, fixed up to ${text("fixed_height")}`],
    ["pool", `${text("pool")} transactions`],
    ["mining", memberOf(status, "mining") === true ? "on" : "off"],
  ];
  if (memberOf(status, "standing_still") !== true) return fields;
  return [...fields, ["standing still", STANDING_STILL]];
}
