import type { Command } from "../../src/cli/command.js";
import type { ResolvedSetting } from "../../src/cli/config/resolve.js";
import type { SettingValue } from "../../src/cli/config/settings.js";
import { tableText } from "../../src/cli/output/view.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { ANY, objectOf, TEXT } from "../../src/records/operations/json-schema.js";

const COLUMNS = [{ title: "setting" }, { title: "value" }, { title: "from" }, { title: "where" }];

export const command: Command = {
  summary: "show every setting with its value and origin",
  hasNodeSettings: true,
  examples: ["chainnode config show", "chainnode config show --json"],
  result: { type: "object", additionalProperties: objectOf({ value: ANY, origin: TEXT, source: TEXT }) },
  async run({ settings }) {
    return {
      data: objectToValue(Object.fromEntries(settings.all.map((setting) => [setting.name, toData(setting)]))),
      text: (view) =>
        tableText(
          view,
          COLUMNS,
          settings.all.map(({ name, value, origin, source }) => [name, valueText(value), origin, source]),
        ),
    };
  },
};

function toData({ value, origin, source }: ResolvedSetting): Value {
  return objectToValue({ value: value ?? null, origin, source });
}

function valueText(value: SettingValue | undefined): string {
  return value === undefined ? "" : String(value);
}
