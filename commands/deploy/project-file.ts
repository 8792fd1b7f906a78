import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { parse, TomlDate } from "smol-toml";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { fileError } from "../../src/codec/file-error.js";
import { fileText } from "../../src/codec/file-text.js";
import { describePlace } from "../../src/codec/text-place.js";
import { tomlPlace, tomlReason } from "../../src/codec/toml-text.js";
import { mapToValue, type Value, type ValueMap } from "../../src/codec/value.js";
import * as errors from "./errors.js";

/** The file of a project: what it has on every network, and what differs between them. */
export const PROJECT_FILE = "chainnode.deploy.toml";

/** Codes of one file. */
export interface CodeEntry {
  readonly name: string;
  readonly file: string;
  /** For codes that leave their space open. */
  readonly space: string | null;
  /** The key that signs, as keys are named; null for the default key. */
  readonly key: string | null;
}

/** A condition on the state of a network. */
export interface Condition {
  /** The entry whose space it is about; null for the network's own. */
  readonly code: string | null;
  readonly asks:
    | { readonly request: string; readonly parameters: ValueMap }
    | { readonly attribute: string; readonly key: string };
  /** What the answer must be, or hold; undefined for anything but null. */
  readonly is: Value | undefined;
}

/** A call that a network needs once. */
export interface CallEntry {
  readonly name: string;
  readonly code: string | null;
  readonly contract: string;
  readonly parameters: ValueMap;
  readonly key: string | null;
  /** When it is not needed, or no longer. */
  readonly unless: Condition;
}

export interface CheckEntry {
  readonly name: string;
  readonly condition: Condition;
}

/** A project as it is meant for one network. */
export interface Project {
  readonly file: string;
  readonly network: string;
  /** Null for the node that a command finds by itself. */
  readonly url: string | null;
  readonly rules: bigint | null;
  readonly codes: readonly CodeEntry[];
  readonly calls: readonly CallEntry[];
  readonly checks: readonly CheckEntry[];
}

const NETWORK_NAME = /^[\w-]+$/;

/**
 * Reads the file of a project for one network. A text `$name` in parameters and answers stands for a value of the network,
 * or for the address of a writer.
 *
 * @param addressOf the address of a key. Throws `DEPLOY_FILE`, and what is wrong with a key.
 */
export async function readProject(
  file: string,
  network: string,
  addressOf: (key: string) => Promise<string>,
): Promise<Project> {
  const text = fileText(
    await readFile(file).catch((cause: unknown) => {
      throw fileError(cause, file) ?? cause;
    }),
    file,
  );
  const root = new Table({ file, text }, [], parseProject(text, file));
  const shared = { writers: root.texts("writers"), values: root.values("values") };
  const [codes, calls, checks, networks] = ["codes", "calls", "checks", "networks"].map((name) =>
    root.tables(name),
  ) as [Table[], Table[], Table[], Table[]];
  root.end();
  const own = networks.find(({ name }) => name === network && NETWORK_NAME.test(name));
  if (own === undefined)
    throw errors.deployNetwork({ network, file }, { nearest: nearestName(network, networks.map(({ name }) => name)) });
  const writers = new Map([...shared.writers, ...own.texts("writers")]);
  const names = new Map<string, Value>([...shared.values, ...own.values("values")]);
  for (const [name, key] of writers) names.set(name, await addressOf(key));
  const url = own.optionalText("url");
  const rules = own.optionalInteger("rules");
  own.end();

  const [only, ...others] = writers.values();
  const keyOf = (table: Table): string | null => {
    const writer = table.optionalText("writer");
    if (writer === null && others.length === 0) return only ?? null;
    const key = writers.get(writer ?? "");
    if (key !== undefined) return key;
    const known = [...writers.keys()];
    return table.fail(
      "writer",
      `The writer is one of those under [writers]: ${known.join(", ")}.`,
      nearestName(writer ?? "", known),
    );
  };
  const entries = codes.map((table) => ({
    name: table.name,
    file: besides(file, table.text("file")),
    space: table.optionalText("space"),
    key: keyOf(table),
  }));
  const codeOf = (table: Table): string | null => {
    const code = table.optionalText("code");
    if (code === null || entries.some(({ name }) => name === code)) return code;
    return table.fail("code", "There is no such entry under [codes].", nearestName(code, entries.map(({ name }) => name)));
  };
  const read = { names, codeOf };
  const project = {
    file,
    network,
    url,
    rules,
    codes: entries,
    calls: calls.map((table) => {
      const code = codeOf(table);
      return {
        name: table.name,
        code,
        contract: table.text("contract"),
        parameters: table.values("with", names),
        key: keyOf(table),
        unless: readCondition(table.table("unless"), { ...read, code }),
      };
    }),
    checks: checks.map((table) => ({ name: table.name, condition: readCondition(table, { ...read, code: null }) })),
  };
  for (const table of [...codes, ...calls]) table.end();
  return project;
}

/** A path that the file of a project names. */
function besides(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

interface Reading {
  readonly names: ValueMap;
  readonly codeOf: (table: Table) => string | null;
  /** The entry that a condition is about when it names none. */
  readonly code: string | null;
}

function readCondition(table: Table, { names, codeOf, code }: Reading): Condition {
  const request = table.optionalText("request");
  const parameters = table.values("with", names);
  const condition = {
    code: codeOf(table) ?? code,
    asks: request === null ? cellOf(table.value("state", names), table) : { request, parameters },
    is: table.value("is", names),
  };
  table.end();
  return condition;
}

function cellOf(state: Value | undefined, table: Table): { readonly attribute: string; readonly key: string } {
  const [attribute, key] = Array.isArray(state) && state.length === 2 ? (state as readonly Value[]) : [];
  if (typeof attribute === "string" && typeof key === "string") return { attribute, key };
  return table.fail("state", 'A condition has request = "NAME", or state = ["ATTRIBUTE", "KEY"].');
}

function parseProject(text: string, file: string): object {
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (cause) {
    throw errors.deployFile({ reason: tomlReason(cause), file, ...tomlPlace(text, cause) }, { cause });
  }
}

interface TomlSource {
  readonly file: string;
  readonly text: string;
}

/** A table of the file, which refuses what no one asked for. */
class Table {
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
    return typeof value === "bigint" || value === null ? value : this.fail(name, `${name} must be a whole number.`);
  }

  table(name: string): Table {
    const found = this.#ask(name);
    if (found === undefined) this.fail(name, `[${this.#path.join(".")}] needs ${name} = { … }.`);
    return new Table(this.#source, [...this.#path, name], found);
  }

  /** The tables of a table, in the order of the file. */
  tables(name: string): Table[] {
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
      this.fail(unknown, `There is no ${[...this.#path, unknown].join(".")}.`, nearestName(unknown, this.#asked));
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
    if (typeof given === "string" && given.startsWith("$") && names !== undefined) return this.#named(given, name, names);
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
  return line === 0 ? {} : describePlace(text, line, 1 + (/\S/.exec(text.split(/\r?\n/)[line - 1] ?? "")?.index ?? 0));
}
