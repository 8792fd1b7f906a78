import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Context } from "../../src/cli/command.js";
import { readJsonSource } from "../../src/cli/input/source.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { isList, isMap, type Value } from "../../src/codec/value.js";
import { fixCode } from "../../src/lint/fix-code.js";

/** Rewrites a JSON file with the fixable findings mended. A module is left alone: a program makes its records. */
export async function fixCodeFile(file: string, { terminal, note }: Context): Promise<void> {
  if (extname(file) !== ".json") {
    note(`${file}: --fix changes only .json files.`);
    return;
  }
  const value = await readJsonSource(file, terminal);
  const fixed = isList(value) ? value.map(fixRecord) : fixRecord(value);
  if (canonicalJson(fixed) === canonicalJson(value)) return;
  await writeFile(file, `${valueToJson(fixed, "  ")}\n`);
  note(`${file}: fixed.`);
}

function fixRecord(record: Value): Value {
  return isMap(record) ? fixCode(record) : record;
}
