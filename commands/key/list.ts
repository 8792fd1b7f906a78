import type { Command } from "../../src/cli/command.js";
import { tableText } from "../../src/cli/output/table.js";
import { listOf } from "../../src/records/operations/json-schema.js";
import { KEY, keyToData } from "./keys.js";
import { workspaceOf } from "../workspace.js";

const COLUMNS = [{ title: "name" }, { title: "address" }, { title: "default" }];

export const command: Command = {
  summary: "list the keys of the data directory",
  examples: [{ line: "chainnode key list" }, { line: "chainnode key list --json" }],
  result: listOf(KEY),
  async run(context) {
    const keystore = await workspaceOf(context).keystore();
    const entries = await keystore.list();
    if (entries.length === 0) context.note("There are no keys yet. Make one: chainnode key new <name>");
    return {
      data: entries.map(keyToData),
      text: (view) =>
        tableText(
          view,
          COLUMNS,
          entries.map(({ name, address, isDefault }) => [name, address, isDefault ? "yes" : ""]),
        ),
    };
  },
};
