import { join, resolve } from "node:path";
import type { ChainError } from "../../codec/chain-error.js";
import type { Environment } from "../terminal/terminal.js";
import { readConfigFile } from "./config-file.js";
import { Settings, type ResolvedSetting } from "./resolved.js";
import { parseSetting } from "./setting-value.js";
import {
  CONFIG,
  DATA_DIR,
  SETTINGS,
  settingToVariable,
  type Setting,
  type SettingValue,
} from "./settings.js";
import * as errors from "../errors.js";

const CONFIG_FILE_NAME = "chainnode.toml";

export interface ConfigSources {
  /** The flags on the command line, by setting name, as they were parsed. */
  readonly flags: ReadonlyMap<string, SettingValue>;
  readonly environment: Environment;
  readonly homeDirectory: string;
}

/** Resolves every setting from the first source that has it: flag, environment, configuration file, default. */
export async function resolveSettings(sources: ConfigSources): Promise<Settings> {
  const resolved = new Map<string, ResolvedSetting>();
  for (const setting of SETTINGS) resolved.set(setting.name, fromCaller(setting, sources));

  const named = resolved.get(CONFIG)?.value;
  if (typeof named === "string") {
    const values = await readConfigFile(named);
    if (values === null) throw missingFile(named);
    fillFrom(values, named, resolved);
    fillDataDirectory(resolved, sources);
  } else {
    // The configuration file is found through the data directory, so the file cannot set the data directory.
    fillDataDirectory(resolved, sources);
    const path = join(String(resolved.get(DATA_DIR)?.value), CONFIG_FILE_NAME);
    const values = await readConfigFile(path);
    if (values?.has(DATA_DIR) === true) throw movedDirectory(path);
    if (values !== null) {
      fill(resolved, { name: CONFIG, value: path, origin: "default", source: "" });
      fillFrom(values, path, resolved);
    }
  }
  for (const setting of SETTINGS) {
    const { name, default: value } = setting;
    if (value !== undefined) fill(resolved, { name, value, origin: "default", source: "" });
  }
  return new Settings([...resolved.values()]);
}

function fromCaller(setting: Setting, { flags, environment }: ConfigSources): ResolvedSetting {
  const { name } = setting;
  const flag = flags.get(name);
  if (flag !== undefined) return { name, value: flag, origin: "flag", source: `--${name}` };
  const variable = settingToVariable(name);
  // Scripts empty a variable to unset it; an empty path would mean the current directory.
  const text = environment[variable] ?? "";
  if (text === "") return { name, value: undefined, origin: "default", source: "" };
  return { name, value: parseSetting(setting, text, variable), origin: "environment", source: variable };
}

function fillFrom(
  values: ReadonlyMap<string, SettingValue>,
  path: string,
  resolved: Map<string, ResolvedSetting>,
): void {
  for (const [name, value] of values) fill(resolved, { name, value, origin: "file", source: path });
}

/** Sets what no earlier source has set. */
function fill(resolved: Map<string, ResolvedSetting>, setting: ResolvedSetting): void {
  if (resolved.get(setting.name)?.value === undefined) resolved.set(setting.name, setting);
}

/** Resolves the data directory as an absolute path: a node outlives the directory it was started from. */
function fillDataDirectory(
  resolved: Map<string, ResolvedSetting>,
  { environment, homeDirectory }: ConfigSources,
): void {
  const given = resolved.get(DATA_DIR);
  if (given?.value !== undefined) {
    resolved.set(DATA_DIR, { ...given, value: resolve(String(given.value)) });
    return;
  }
  const home = environment["CHAINNODE_HOME"];
  if (home !== undefined && home !== "") {
    const source = "CHAINNODE_HOME";
    fill(resolved, { name: DATA_DIR, value: resolve(home), origin: "environment", source });
    return;
  }
  const data = environment["XDG_DATA_HOME"];
  const parent = data !== undefined && data !== "" ? data : join(homeDirectory, ".local", "share");
  const value = join(parent, "chainnode");
  fill(resolved, { name: DATA_DIR, value, origin: "default", source: "" });
}

function missingFile(path: string): ChainError {
  return errors.configMissing({ file: path });
}

function movedDirectory(path: string): ChainError {
  return errors.configDataDir({ setting: DATA_DIR, file: path });
}
