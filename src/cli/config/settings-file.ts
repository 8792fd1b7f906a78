import type { JsonSchema } from "../../records/operations/json-schema.js";
import { tomlText } from "../../codec/toml-text.js";
import type { Settings } from "./resolve.js";
import {
  CONFIG,
  DATA_DIR,
  SETTINGS,
  withAbsolutePaths,
  type Setting,
  type SettingValue,
} from "./settings.js";

const INTRODUCTION = `# The settings of chainnode: \`chainnode help config\` explains where they come from.
# A line that begins with # shows a default. Remove the # to set another value, then start the node again.
`;

/** The settings that the file may hold: the file is found through the data directory. */
const IN_FILE = SETTINGS.filter(({ name }) => name !== CONFIG && name !== DATA_DIR);

/** A commented chainnode.toml: every setting with its meaning and default; the given ones are set. */
export function settingsFileText(values: ReadonlyMap<string, SettingValue>): string {
  const entries = IN_FILE.map((setting) => {
    const { name, kind, choices, description } = setting;
    const given = values.get(name);
    const line = `${name} = ${literal(given ?? setting.default ?? placeholderOf(setting))}`;
    const notes = [
      `${description}.`,
      ...(choices === undefined ? [] : [`One of: ${choices.join(", ")}.`]),
      ...(setting.defaultText === undefined ? [] : [`Default: ${setting.defaultText}.`]),
      ...(kind === "list" ? ["A list of texts."] : []),
    ].join(" ");
    return `\n# ${notes}\n${given === undefined ? "# " : ""}${line}\n`;
  });
  return INTRODUCTION + entries.join("");
}

/** The settings that are given as flags. A path in the file is relative to the file, not to the working directory. */
export function givenAsFlags(settings: Settings): ReadonlyMap<string, SettingValue> {
  const given = IN_FILE.flatMap((setting) => {
    const value = settings.all.find(({ name }) => name === setting.name)?.value;
    if (value === undefined || settings.originOf(setting.name) !== "flag") return [];
    return [[setting.name, withAbsolutePaths(setting, value)] as const];
  });
  return new Map(given);
}

function literal(value: SettingValue): string {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(", ")}]`;
  return typeof value === "string" ? tomlText(value) : String(value);
}

function placeholderOf({ kind, placeholder, choices }: Setting): SettingValue {
  if (kind === "flag") return false;
  if (kind === "list") return [];
  return kind === "integer" ? 0n : (choices?.[0] ?? placeholder ?? "");
}

export function settingsSchemaText(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "chainnode.toml",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(IN_FILE.map((setting) => [setting.name, schemaOf(setting)])),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function schemaOf({ kind, choices, maximum, description, default: value }: Setting): JsonSchema {
  const common = {
    description,
    ...(value === undefined ? {} : { default: typeof value === "bigint" ? Number(value) : value }),
  };
  switch (kind) {
    case "flag":
      return { ...common, type: "boolean" };
    case "integer":
      return {
        ...common,
        type: "integer",
        minimum: 0,
        ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
      };
    case "list":
      return { ...common, type: "array", items: { type: "string" } };
    default:
      return { ...common, type: "string", minLength: 1, ...(choices === undefined ? {} : { enum: choices }) };
  }
}
