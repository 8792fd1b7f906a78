import { lstat, readdir } from "node:fs/promises";
import { availableParallelism, loadavg, release, totalmem, uptime } from "node:os";
import { join, resolve } from "node:path";
import { PRIVATE_FILE } from "../src/base/files/durable.js";
import { createFile } from "../src/base/files/write-file.js";
import { positional, type Command, type Context } from "../src/cli/command.js";
import { messageOutcome } from "../src/cli/output/outcome.js";
import { ChainError, messageOf } from "../src/codec/chain-error.js";
import { valueToJson } from "../src/codec/readable-json.js";
import { objectToValue, type Value } from "../src/codec/value.js";
import { objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { settingsData } from "./config.js";
import { examine, findingData } from "./doctor.js";

const MAX_FILES = 1000;

/** The parts of a bundle, each with what it holds, as the list that is printed first names it. */
const PARTS: Readonly<Record<string, readonly [holds: string, read: (context: Context) => Promise<Value>]>> =
  {
    program: [
      "the versions of chainnode, Node.js and the system",
      async ({ version }) => programData(version),
    ],
    settings: ["every setting without credentials", async ({ settings }) => settingsData(settings)],
    node: ["status, metrics and the last lines of the log of the running node", nodeData],
    machine: [
      "the findings of chainnode doctor",
      async (context) => (await examine(context)).map(findingData),
    ],
    database: ["schema and pages of the database", databaseData],
    files: ["names, sizes and permissions of the files in the data directory", fileData],
  };

export const command: Command = {
  summary: "write a file that helps others to find a fault",
  description: [
    `Writes one JSON file, which you can read before you send it: ${Object.values(PARTS)
      .map(([holds]) => holds)
      .join(
        "; ",
      )}. It holds no keys, passwords, transactions or values of cells, but the addresses of the node and of its peers. The list is printed first, on stderr. What cannot be read is named with its error.`,
  ],
  arguments: [
    positional("[file]", "the new file", {
      default: "chainnode-support-<time>.json in the current directory",
    }),
  ],
  hasNodeSettings: true,
  worksWithoutFile: true,
  examples: ["chainnode support-bundle", "chainnode support-bundle /tmp/support.json"],
  result: objectOf({ file: TEXT }),
  async run(context, input) {
    const time = new Date().toISOString();
    const file = resolve(
      input.optionalArgument("file") ?? `chainnode-support-${time.replaceAll(/[:.]/g, "-")}.json`,
    );
    const entries = Object.entries(PARTS);
    for (const [name, [holds]] of entries) context.note(`${name}: ${holds}`);
    const bundle = new Map<string, Value>([["time", time]]);
    for (const [name, [, read]] of entries) bundle.set(name, await orFailure(read(context)));
    await createFile(file, `${valueToJson(bundle, "  ")}\n`, { mode: PRIVATE_FILE });
    return messageOutcome({ file }, `The bundle is in ${file}. Read it before you send it.`);
  },
};

async function orFailure(part: Promise<Value>): Promise<Value> {
  try {
    return await part;
  } catch (error) {
    return failureData(error);
  }
}

function failureData(error: unknown): Value {
  const code = error instanceof ChainError ? error.code : null;
  return objectToValue({ error: messageOf(error), code });
}

function programData(version: string): Value {
  const { platform, arch, versions } = process;
  return objectToValue({
    chainnode: version,
    node: versions.node,
    system: `${platform} ${arch} ${release()}`,
    processors: BigInt(availableParallelism()),
    memory_bytes: BigInt(totalmem()),
    load: loadavg()
      .map((load) => load.toFixed(2))
      .join(" "),
    uptime_seconds: BigInt(Math.round(uptime())),
  });
}

/** Of a node that does not run, its status. */
async function nodeData({ workspace }: Context): Promise<Value> {
  const { callAdmin } = await import("../src/ops/admin/admin-client.js");
  const directory = await workspace.directory();
  try {
    return await callAdmin(directory.adminSocket, { method: "GET", path: "/support" });
  } catch (error) {
    const { readStoppedStatus } = await import("../src/ops/status/stopped-status.js");
    const status = await readStoppedStatus(directory);
    return objectToValue({
      failure: failureData(error),
      status: status === null ? null : objectToValue({ ...status }),
    });
  }
}

async function databaseData({ workspace }: Context): Promise<Value> {
  const { openConnection } = await import("../src/store/sqlite/connection.js");
  const { databaseFile } = await workspace.directory();
  const connection = await openConnection(databaseFile, "read-only");
  try {
    const names = ["user_version", "page_size", "page_count", "freelist_count", "journal_mode"];
    const query = names.map((name) => `(SELECT ${name} FROM pragma_${name}) AS ${name}`).join(", ");
    const [row = {}] = await connection.all<Record<string, number | string>>(`SELECT ${query}`);
    return objectToValue(
      Object.fromEntries(
        names.map((name) => [name, typeof row[name] === "number" ? BigInt(row[name]) : row[name]]),
      ),
    );
  } finally {
    await connection.close();
  }
}

async function fileData({ workspace }: Context): Promise<Value> {
  const { path } = await workspace.directory();
  const names = (await readdir(path, { recursive: true })).toSorted().slice(0, MAX_FILES);
  return Promise.all(
    names.map(async (name) => {
      const { size, mode, mtime } = await lstat(join(path, name));
      const changed = mtime.toISOString();
      return objectToValue({ name, bytes: BigInt(size), mode: mode.toString(8), changed });
    }),
  );
}
