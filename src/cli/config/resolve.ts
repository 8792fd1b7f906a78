import { dirname, join, resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { fileText } from "../../codec/file-text.js";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import { tomlPlace, tomlReason } from "../../codec/toml-text.js";
import { homeMissing } from "../../codec/errors.js";
import { baseDirectory, type UserPlaces } from "../terminal/home-directory.js";
import { parseSetting, checkSetting } from "./setting-value.js";
import {
  CONFIG,
  DATA_DIR,
  SETTINGS,
  settingToVariable,
  withAbsolutePaths,
  type Setting,
  type SettingValue,
} from "./settings.js";
import * as errors from "../errors.js";
import { nearestName } from "../../base/text/nearest-name.js";

export type Origin = "flag" | "environment" | "file" | "default";

export interface ResolvedSetting {
  readonly name: string;
  /** Undefined when it is not set and has no default: as the data directory of a user without a home directory. */
  readonly value: SettingValue | undefined;
  readonly origin: Origin;
  /** The flag, variable or file; empty for a default. */
  readonly source: string;
}

/** The settings of one run, by name and type. Reading one that does not exist is a fault of the program. */
export class Settings {
  readonly all: readonly ResolvedSetting[];
  /** Resolves them again: the file may have changed. Throws what is wrong with it. */
  readonly again: () => Promise<Settings>;
  readonly #byName: ReadonlyMap<string, ResolvedSetting>;

  constructor(all: readonly ResolvedSetting[], again: () => Promise<Settings> = async () => this) {
    this.all = all;
    this.again = again;
    this.#byName = new Map(all.map((setting) => [setting.name, setting]));
  }

  /** Throws `HOME_MISSING` for the data directory of a user without a home directory. */
  text(name: string): string {
    return this.#assertSet(name, this.optionalText(name));
  }

  optionalText(name: string): string | undefined {
    const value = this.#find(name);
    return value === undefined ? undefined : String(value);
  }

  flag(name: string): boolean {
    return this.#find(name) === true;
  }

  requiredInteger(name: string): number {
    return this.#assertSet(name, this.integer(name));
  }

  integer(name: string): number | undefined {
    const value = this.#find(name);
    return value === undefined ? undefined : Number(value);
  }

  list(name: string): readonly string[] {
    const value = this.#find(name);
    return Array.isArray(value) ? (value as readonly string[]) : [];
  }

  originOf(name: string): Origin {
    return this.#setting(name).origin;
  }

  sourceOf(name: string): string {
    return this.#setting(name).source;
  }

  #find(name: string): SettingValue | undefined {
    return this.#setting(name).value;
  }

  #assertSet<T>(name: string, value: T | undefined): T {
    if (value === undefined && name === DATA_DIR) throw homeMissing();
    if (value === undefined) throw new TypeError(`The setting ${name} has no value. `);
    return value;
  }

  #setting(name: string): ResolvedSetting {
    const setting = this.#byName.get(name);
    if (setting === undefined) throw new TypeError(`There is no setting ${name}. `);
    return setting;
  }
}

const CONFIG_FILE_NAME = "chainnode.toml";

interface ConfigSources extends UserPlaces {
  /** The flags on the command line, by setting name, as they were parsed. */
  readonly flags: ReadonlyMap<string, SettingValue>;
  /** Told of a fault in the data directory's file, which then counts as absent. By default the fault is thrown. */
  readonly onFault?: ((fault: ChainError) => void) | undefined;
}

/** Resolves every setting from the first source that has it: flag, environment, configuration file, default. */
export async function resolveSettings(sources: ConfigSources): Promise<Settings> {
  const resolved = new Map<string, ResolvedSetting>();
  for (const setting of SETTINGS) resolved.set(setting.name, fromCaller(setting, sources));

  const named = resolved.get(CONFIG)?.value;
  if (typeof named === "string") {
    const values = await readConfigFile(named);
    if (values === null) throw errors.configMissing({ file: named });
    fillFrom(values, named, resolved);
    fillDataDirectory(resolved, sources);
  } else {
    // The configuration file is found through the data directory, so the file cannot set the data directory.
    fillDataDirectory(resolved, sources);
    const directory = resolved.get(DATA_DIR)?.value;
    const path = join(String(directory), CONFIG_FILE_NAME);
    const values = directory === undefined ? null : await readOwnFile(path, sources);
    if (values !== null) {
      fill(resolved, { name: CONFIG, value: path, origin: "default", source: "" });
      fillFrom(values, path, resolved);
    }
  }
  for (const setting of SETTINGS) {
    const { name, default: value } = setting;
    if (value !== undefined) fill(resolved, { name, value, origin: "default", source: "" });
  }
  return new Settings([...resolved.values()], () => resolveSettings({ ...sources, onFault: undefined }));
}

async function readOwnFile(
  path: string,
  { onFault }: ConfigSources,
): Promise<ReadonlyMap<string, SettingValue> | null> {
  try {
    const values = await readConfigFile(path);
    if (values?.has(DATA_DIR) === true) throw errors.configDataDir({ setting: DATA_DIR, file: path });
    return values;
  } catch (error) {
    if (onFault === undefined || !(error instanceof ChainError)) throw error;
    onFault(error);
    return null;
  }
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
function fillDataDirectory(resolved: Map<string, ResolvedSetting>, sources: ConfigSources): void {
  const given = resolved.get(DATA_DIR);
  if (given?.value !== undefined) {
    resolved.set(DATA_DIR, { ...given, value: resolve(String(given.value)) });
    return;
  }
  const home = sources.environment["CHAINNODE_HOME"];
  if (home !== undefined && home !== "") {
    const source = "CHAINNODE_HOME";
    fill(resolved, { name: DATA_DIR, value: resolve(home), origin: "environment", source });
    return;
  }
  const parent = baseDirectory("XDG_DATA_HOME", ".local/share", sources);
  if (parent === null) return;
  const value = join(parent, "chainnode");
  fill(resolved, { name: DATA_DIR, value, origin: "default", source: "" });
}

/** Reads the settings of chainnode.toml; null when it does not exist. An unknown key is an error. */
export async function readConfigFile(path: string): Promise<ReadonlyMap<string, SettingValue> | null> {
  const text = await readText(path);
  if (text === null) return null;
  const values = new Map<string, SettingValue>();
  for (const [key, value] of Object.entries(await parseToml(text, path))) {
    const setting = SETTINGS.find(({ name }) => name === key && name !== CONFIG);
    if (setting === undefined) {
      const known = SETTINGS.map(({ name }) => name);
      throw errors.configKey({ key, file: path }, { nearest: nearestName(key, known) });
    }
    const checked = checkSetting(setting, value, path);
    // A file means the same, wherever the command runs.
    values.set(key, withAbsolutePaths(setting, checked, dirname(path)));
  }
  return values;
}

async function readText(path: string): Promise<string | null> {
  try {
    return fileText(await readFile(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw errors.configRead({ file: path, reason: messageOf(cause) }, { cause });
  }
}

async function parseToml(text: string, path: string): Promise<object> {
  const { parse } = await import("smol-toml");
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (cause) {
    throw errors.configSyntax(
      { file: path, ...tomlPlace(text, cause), reason: tomlReason(cause) },
      { cause },
    );
  }
}
