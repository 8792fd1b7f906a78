import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "../../src/cli/command.js";
import { readJsonSource } from "../../src/cli/input/source.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError, messageOf } from "../../src/codec/chain-error.js";
import { isList, isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import type { CodeSpace } from "../../src/records/code.js";
import { completeRecord, layoutOf } from "../../src/records/code-layout.js";
import { isCode, type SourceMap } from "../../src/contract/index.js";
import { placeOf } from "../../src/contract/source-map.js";
import { toValue } from "../../src/repl/to-value.js";
import * as errors from "./errors.js";

export interface CodeSource {
  readonly file: string;
  readonly record: ValueMap;
  /** Canonical JSON, which is what is submitted (PROTOCOL 6.4). */
  readonly text: string;
  /** Where a source of `chainnode/contract` builds each part; empty for other records. */
  readonly places: SourceMap;
  readonly allowed: readonly string[];
}

export function completeSource(source: CodeSource, { writer, space }: CodeSpace): CodeSource {
  const isClassic = layoutOf(source.record).format === "classic";
  const record = completeRecord(source.record, space, isClassic ? ZERO_ADDRESS : writer);
  return { ...source, record, text: canonicalJson(record) };
}

interface FoundRecord {
  readonly value: Value;
  readonly places: SourceMap;
  readonly allowed: readonly string[];
}

function plain(value: Value): FoundRecord {
  return { value, places: new Map(), allowed: [] };
}

const MODULES: ReadonlySet<string> = new Set([".js", ".mjs", ".ts", ".mts"]);

/** Reads JSON, or a module that exports records. Throws `CODE_FILE`, `CODE_MODULE`, `CODE_VALUE`. */
export async function readCodeFile(file: string, { terminal }: Context): Promise<readonly CodeSource[]> {
  const extension = extname(file);
  const values = MODULES.has(extension)
    ? await readModule(file)
    : listOf(await readJsonSource(file, terminal)).map(plain);
  if (values.length === 0) throw errors.codeFile({ file });
  return values.map(({ value: record, places, allowed }) => {
    if (!isMap(record)) throw errors.codeFile({ file });
    return { file, record, text: canonicalJson(record), places, allowed };
  });
}

/** The exports of a module; only its codes of `chainnode/contract`, when it has some. */
async function readModule(file: string): Promise<readonly FoundRecord[]> {
  const values = Object.values(await importModule(file));
  const codes = values.filter(isCode);
  if (codes.length > 0)
    return codes.map(({ record: value, places, allowed }) => ({ value, places, allowed }));
  return values.flatMap((value) => listOf(exportToValue(value, file))).map(plain);
}

/** The exports of a module by name. Throws `CODE_MODULE`, and the builder's own errors: they name what is wrong. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  await allowModules();
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw errors.codeModule({ file, reason: `${messageOf(cause)}${lineOf(cause)}` }, { cause });
  }
}

const OWN_FILES = new URL("../..", import.meta.url).href;

/** Where a module throws, `, line 4 of token.ts`. Empty for an error of its syntax, which names the line itself. */
function lineOf(cause: unknown): string {
  const stack = cause instanceof Error ? (cause.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => line.includes("file://"));
  const place = placeOf({ stack: frames.find((line) => !line.includes(OWN_FILES)) ?? "" });
  return place === null ? "" : `, line ${place.line} of ${basename(place.file)}`;
}

function exportToValue(exported: unknown, file: string): Value {
  try {
    return toValue(exported);
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause;
    throw errors.codeValue({ file, reason: cause.message }, { cause, details: cause.details });
  }
}

/** Lets modules be imported, TypeScript and `chainnode/…` too. Loaded with the first: the compiler is large. */
export async function allowModules(): Promise<void> {
  const { allowTypeScript, provideOwnPackage } = await import("../../src/repl/evaluation/import-module.js");
  provideOwnPackage();
  allowTypeScript();
}

function listOf(value: Value): readonly Value[] {
  return isList(value) ? value : [value];
}
