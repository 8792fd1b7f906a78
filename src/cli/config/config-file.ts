import { readFile } from "node:fs/promises";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";
import { checkSetting } from "./setting-value.js";
import { CONFIG, SETTINGS, type SettingValue } from "./settings.js";
import * as errors from "../errors.js";

/**
 * Reads chainnode.toml: a flat table of settings. An unknown key is an error, so that a mistyped one is not silently
 * ignored. Returns null when the file does not exist.
 */
export async function readConfigFile(path: string): Promise<ReadonlyMap<string, SettingValue> | null> {
  const text = await readText(path);
  if (text === null) return null;
  const values = new Map<string, SettingValue>();
  for (const [key, value] of Object.entries(await parseToml(text, path))) {
    const setting = SETTINGS.find(({ name }) => name === key && name !== CONFIG);
    if (setting === undefined) throw unknownKey(key, path);
    values.set(key, checkSetting(setting, value, path));
  }
  return values;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
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
      { file: path, ...placeOf(cause), reason: messageOf(cause).split("\n", 1)[0] ?? "" },
      { cause },
    );
  }
}

/** The line of the error, when the parser reports it. */
function placeOf(cause: unknown): { readonly line?: number } {
  return cause instanceof Error && "line" in cause ? { line: Number(cause.line) } : {};
}

function unknownKey(key: string, path: string): ChainError {
  const known = SETTINGS.map(({ name }) => name);
  return errors.configKey({ key, file: path }, { nearest: nearestName(key, known) });
}
