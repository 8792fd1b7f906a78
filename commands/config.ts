import { mkdir } from "node:fs/promises";
import type { Command } from "../src/cli/command.js";
import { givenAsFlags, settingsFileText } from "../src/cli/config/settings-file.js";
import type { SettingValue } from "../src/cli/config/settings.js";
import { withHiddenCredentials } from "../src/client/node-address.js";
import { objectToValue } from "../src/codec/value.js";
import { PRIVATE_FILE } from "../src/base/files/durable.js";
import { createFile, isTaken } from "../src/base/files/write-file.js";
import { objectOf, TEXT, ANY } from "../src/records/operations/json-schema.js";
import * as errors from "./errors.js";
import { tableText } from "../src/cli/output/view.js";

/** What is shown goes into reports and on screens: no passwords. */
function shown(value: SettingValue | undefined): SettingValue | undefined {
  if (typeof value === "string") return withHiddenCredentials(value);
  return typeof value === "object" ? value.map(withHiddenCredentials) : value;
}

const PRIVATE_DIRECTORY = 0o700;

const COLUMNS = [{ title: "setting" }, { title: "value" }, { title: "from" }, { title: "where" }];

export const configCommands = {
  init: {
    summary: "write a commented chainnode.toml",
    description: [
      "Writes chainnode.toml into the data directory: every setting with its meaning and its default as a comment, and the settings that are given as flags as values. An existing file is never changed. docs/schemas/chainnode.toml.json is its JSON Schema, for editors.",
    ],
    hasNodeSettings: true,
    examples: [
      "chainnode config init",
      "chainnode config init --peer node1.example.org:9900 --log-format json",
    ],
    result: objectOf({ file: TEXT }),
    async run(context) {
      const { path, settingsFile: file } = await context.workspace.directory();
      await mkdir(path, { recursive: true, mode: PRIVATE_DIRECTORY });
      try {
        await createFile(file, settingsFileText(givenAsFlags(context.settings)), { mode: PRIVATE_FILE });
      } catch (cause) {
        if (!isTaken(cause)) throw cause;
        throw errors.configExists({ file }, { cause });
      }
      return { data: objectToValue({ file }), text: () => `The settings are in ${file}.\n` };
    },
  },
  show: {
    summary: "show every setting with its value and origin",
    description: ["Credentials and passwords in URLs are shown as an ellipsis."],
    hasNodeSettings: true,
    examples: ["chainnode config show", "chainnode config show --json"],
    result: { type: "object", additionalProperties: objectOf({ value: ANY, origin: TEXT, source: TEXT }) },
    async run({ settings }) {
      return {
        data: objectToValue(
          Object.fromEntries(
            settings.all.map(({ name, value, origin, source }) => [
              name,
              objectToValue({ value: shown(value) ?? null, origin, source }),
            ]),
          ),
        ),
        text: (view) =>
          tableText(
            view,
            COLUMNS,
            settings.all.map(({ name, value, origin, source }) => [
              name,
              String(shown(value) ?? ""),
              origin,
              source,
            ]),
          ),
      };
    },
  },
} satisfies Readonly<Record<string, Command>>;
