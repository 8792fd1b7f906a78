import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { refusedFile } from "../../src/codec/file-error.js";
import { fileText } from "../../src/codec/file-text.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import * as errors from "./errors.js";
import { readToml, type TomlTable } from "./toml-table.js";

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
  const text = fileText(await readFile(file).catch(refusedFile(file)), file);
  const root = readToml({ file, text });
  const shared = { writers: root.texts("writers"), values: root.values("values") };
  const [codes, calls, checks, networks] = ["codes", "calls", "checks", "networks"].map((name) =>
    root.tables(name),
  ) as [TomlTable[], TomlTable[], TomlTable[], TomlTable[]];
  root.end();
  const own = networks.find(({ name }) => name === network && NETWORK_NAME.test(name));
  if (own === undefined)
    throw errors.deployNetwork(
      { network, file },
      {
        nearest: nearestName(
          network,
          networks.map(({ name }) => name),
        ),
      },
    );
  const writers = new Map([...shared.writers, ...own.texts("writers")]);
  const names = new Map<string, Value>([...shared.values, ...own.values("values")]);
  for (const [name, key] of writers) names.set(name, await addressOf(key));
  const url = own.optionalText("url");
  const rules = own.optionalInteger("rules");
  own.end();

  const [only, ...others] = writers.values();
  const keyOf = (table: TomlTable): string | null => {
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
  const codeOf = (table: TomlTable): string | null => {
    const code = table.optionalText("code");
    if (code === null || entries.some(({ name }) => name === code)) return code;
    return table.fail(
      "code",
      "There is no such entry under [codes].",
      nearestName(
        code,
        entries.map(({ name }) => name),
      ),
    );
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
        parameters: parametersOfCall(table, names),
        key: keyOf(table),
        unless: readCondition(table.table("unless"), { ...read, code }),
      };
    }),
    checks: checks.map((table) => ({
      name: table.name,
      condition: readCondition(table, { ...read, code: null }),
    })),
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
  readonly codeOf: (table: TomlTable) => string | null;
  /** The entry that a condition is about when it names none. */
  readonly code: string | null;
}

/** The other members of the transaction are the plan's. */
function parametersOfCall(table: TomlTable, names: ValueMap): ReadonlyMap<string, Value> {
  const parameters = table.values("with", names);
  const own = ["type", "cid", "from", "timestamp"].find((name) => parameters.has(name));
  if (own !== undefined) table.fail("with", `${own} belongs to the transaction, and is no parameter.`);
  return parameters;
}

function readCondition(table: TomlTable, { names, codeOf, code }: Reading): Condition {
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

function cellOf(
  state: Value | undefined,
  table: TomlTable,
): { readonly attribute: string; readonly key: string } {
  const [attribute, key] = Array.isArray(state) && state.length === 2 ? (state as readonly Value[]) : [];
  if (typeof attribute === "string" && typeof key === "string") return { attribute, key };
  return table.fail("state", 'A condition has request = "NAME", or state = ["ATTRIBUTE", "KEY"].');
}
