import { mkdir } from "node:fs/promises";
import type { Command } from "../src/cli/command.js";
import type { Settings } from "../src/cli/config/resolve.js";
import { givenAsFlags, settingsFileText } from "../src/cli/config/settings-file.js";
import type { SettingValue } from "../src/cli/config/settings.js";
import { withHiddenCredentials } from "../src/client/node-address.js";
import { fieldsOutcome } from "../src/cli/output/outcome.js";
import { tableText, type Field } from "../src/cli/output/view.js";
import { valueToText } from "../src/codec/text.js";
import { listIn, memberOf, objectToValue, type Value } from "../src/codec/value.js";
import { PRIVATE_FILE } from "../src/base/files/durable.js";
import { createFile, isTaken } from "../src/base/files/write-file.js";
import { ANY, listOf, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import * as errors from "./errors.js";

/** What is shown goes into reports and on screens: no passwords. */
function shown(value: SettingValue | undefined): SettingValue | undefined {
  if (typeof value === "string") return withHiddenCredentials(value);
  return typeof value === "object" ? value.map(withHiddenCredentials) : value;
}

function textsIn(data: Value, name: string): string {
  return listIn(data, name).map(valueToText).join(", ");
}

/** Every setting by name, without credentials. */
export function settingsData({ all }: Settings): Value {
  return new Map(
    all.map(({ name, value, origin, source }) => [
      name,
      objectToValue({ value: shown(value) ?? null, origin, source }),
    ]),
  );
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
  reload: {
    summary: "let the running node read its settings again",
    description: [
      "The node reads chainnode.toml and the certificate again, as at SIGHUP, and applies what it can while it runs: log-level, rate-limit, connections, peer, mine, mining-threads, mining-duty, explorer between public and off, and the certificate. A flag or variable of its start still precedes the file. Other changes need a restart, and are named. A fault in the file changes nothing.",
    ],
    examples: ["chainnode config reload"],
    result: objectOf({
      applied: listOf(TEXT),
      restart: listOf(TEXT),
      failed: listOf(objectOf({ settings: listOf(TEXT), reason: TEXT })),
    }),
    async run({ workspace }) {
      const data = await workspace.admin({ method: "POST", path: "/config/reload" });
      const failed = listIn(data, "failed").map((failure): Field => [
        `failed: ${textsIn(failure, "settings")}`,
        valueToText(memberOf(failure, "reason") ?? null),
      ]);
      const outcome = fieldsOutcome(data, [
        ["applied", textsIn(data, "applied") || "nothing"],
        ["needs a restart", textsIn(data, "restart") || "nothing"],
        ...failed,
      ]);
      return failed.length === 0 ? outcome : { ...outcome, failure: errors.configFailed() };
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
        data: settingsData(settings),
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
