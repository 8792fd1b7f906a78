import { parse, TomlDate } from "smol-toml";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { describePlace } from "../../src/codec/text-place.js";
import { tomlPlace, tomlReason } from "../../src/codec/toml-text.js";
import { mapToValue, type Value, type ValueMap } from "../../src/codec/value.js";
import * as errors from "./errors.js";

interface TomlSource {
  readonly file: string;
  readonly text: string;
}

/** Throws `DEPLOY_FILE` for a text that is no TOML. */
export function readToml(source: TomlSource): TomlTable {
  const { file, text } = source;
  try {
    return new TomlTable(source, [], parse(text, { integersAsBigInt: true }));
  } catch (cause) {
    throw errors.deployFile({ reason: tomlReason(cause), file, ...tomlPlace(text, cause) }, { cause });
  }
}

/** A table of the file, which refuses what no one asked for. */
export class TomlTable {
  readonly #source: TomlSource;
  readonly #path: readonly string[];
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #asked = new Set<string>();

  constructor(source: TomlSource, path: readonly string[], members: unknown) {
    this.#source = source;
    this.#path = path;
    if (!isTable(members)) this.#refuse(path, `${path.join(".")} must be a table.`);
    this.#members = new Map(Object.entries(members));
  }

  get name(): string {
    return this.#path.at(-1) ?? "";
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.fail(name, `[${this.#path.join(".")}] needs ${name} = "…".`);
  }

  optionalText(name: string): string | null {
    const value = this.#ask(name) ?? null;
    return typeof value === "string" || value === null ? value : this.fail(name, `${name} must be a text.`);
  }

  optionalInteger(name: string): bigint | null {
    const value = this.#ask(name) ?? null;
    return typeof value === "bigint" || value === null
      ? value
      : this.fail(name, `${name} must be a whole number.`);
  }

  table(name: string): TomlTable {
    const found = this.#ask(name);
    if (found === undefined) this.fail(name, `[${this.#path.join(".")}] needs ${name} = { … }.`);
    return new TomlTable(this.#source, [...this.#path, name], found);
  }

  /** The tables of a table, in the order of the file. */
  tables(name: string): TomlTable[] {
    if (this.#ask(name) === undefined) return [];
    const outer = this.table(name);
    return [...outer.#members.keys()].map((each) => outer.table(each));
  }

  texts(name: string): ReadonlyMap<string, string> {
    if (this.#ask(name) === undefined) return new Map();
    const table = this.table(name);
    return new Map(Array.from(table.#members.keys(), (each) => [each, table.text(each)]));
  }

  /** Values by name; with `names`, a text `$name` is replaced. */
  values(name: string, names?: ValueMap): ReadonlyMap<string, Value> {
    if (this.#ask(name) === undefined) return new Map();
    const table = this.table(name);
    return new Map(Array.from(table.#members.keys(), (each) => [each, table.value(each, names) ?? null]));
  }

  value(name: string, names?: ValueMap): Value | undefined {
    const given = this.#ask(name);
    return given === undefined ? undefined : this.#toValue(given, name, names);
  }

  /** Throws for a member that nothing has asked for. */
  end(): void {
    const unknown = [...this.#members.keys()].find((name) => !this.#asked.has(name));
    if (unknown !== undefined)
      this.fail(
        unknown,
        `There is no ${[...this.#path, unknown].join(".")}.`,
        nearestName(unknown, this.#asked),
      );
  }

  fail(name: string, reason: string, nearest?: string): never {
    return this.#refuse([...this.#path, name], reason, nearest);
  }

  #refuse(path: readonly string[], reason: string, nearest?: string): never {
    const { file, text } = this.#source;
    throw errors.deployFile({ reason, file, ...placeOfMember(text, path) }, { nearest });
  }

  #ask(name: string): unknown {
    this.#asked.add(name);
    return this.#members.get(name);
  }

  #toValue(given: unknown, name: string, names: ValueMap | undefined): Value {
    if (Array.isArray(given)) return given.map((each) => this.#toValue(each, name, names));
    if (isTable(given))
      return mapToValue(
        new Map(Object.entries(given).map(([key, each]) => [key, this.#toValue(each, name, names)])),
      );
    if (typeof given === "string" && given.startsWith("$") && names !== undefined)
      return this.#named(given, name, names);
    if (typeof given === "string" || typeof given === "bigint" || typeof given === "boolean") return given;
    return this.fail(name, `${name} holds a ${typeof given} or a date; write a text.`);
  }

  /** `$$` stands for a dollar sign. */
  #named(given: string, name: string, names: ValueMap): Value {
    if (given.startsWith("$$")) return given.slice(1);
    const word = given.slice(1);
    const value = names.get(word);
    if (value !== undefined) return value;
    return this.fail(name, `No value and no writer is named ${word}.`, nearestName(word, names.keys()));
  }
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof TomlDate);
}

/** The line of a member, or of the nearest table around it: the parser tells no places. */
function placeOfMember(text: string, path: readonly string[]): ReturnType<typeof describePlace> | object {
  let [line, depth] = [0, 0];
  let header: readonly string[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const table = /^\s*\[([^\]]+)\]/.exec(row)?.[1];
    if (table !== undefined) header = table.split(".").map((word) => word.trim().replaceAll('"', ""));
    const key = /^\s*([\w.-]+)\s*=/.exec(row)?.[1];
    const here = key === undefined ? header : [...header, ...key.split(".")];
    const other = path.findIndex((word, at) => here[at] !== word);
    const common = other < 0 ? path.length : other;
    if (common > depth) [line, depth] = [index + 1, common];
  }
  return line === 0
    ? {}
    : describePlace(text, line, 1 + (/\S/.exec(text.split(/\r?\n/)[line - 1] ?? "")?.index ?? 0));
}
