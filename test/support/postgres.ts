import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { freePort } from "./free-port.js";
import { skip } from "./skip.js";

/**
 * PostgreSQL for tests: the server that CHAINNODE_TEST_POSTGRES names, or the one on this machine, or one that the test
 * starts from installed binaries. Without these, and where the variable says "none", the tests are pending; with
 * CHAINNODE_TEST_REQUIRE=postgres they fail.
 */

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Ends the server if the test has started it. */
  stop(): Promise<void>;
}

export interface TestDatabase {
  /** Its address, as a user writes it. */
  readonly url: string;
  /** Runs SQL as its owner. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends all connections to it, and removes it. */
  remove(): Promise<void>;
}

const LOCAL = "postgres://postgres@127.0.0.1:5432";
const NAMED = process.env["CHAINNODE_TEST_POSTGRES"];
const NONE = "none";

/** Returns a server that answers; leaves the tests of a hook pending without one. */
export async function findPostgres(context: Mocha.Context): Promise<PostgresServer> {
  if (NAMED === NONE) requireBinaries(context);
  const url = new URL(NAMED ?? LOCAL);
  const standing = {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username || "postgres"),
    stop: async () => undefined,
  };
  if (NAMED !== undefined || (await isListening(standing))) return standing;
  requireBinaries(context);
  return (await startPostgres()).server;
}

/** Leaves the tests of a hook pending where no PostgreSQL is installed, or fails where the environment requires it. */
export function requireBinaries(context: Mocha.Context): void {
  if (installedBinaries() !== null) return;
  const reason = "PostgreSQL is not installed";
  if (process.env["CHAINNODE_TEST_REQUIRE"] === "postgres") throw new Error(`${reason}. `);
  skip(context, reason);
}

/** Makes an empty database, with a name of its own. */
export async function createDatabase(server: PostgresServer): Promise<TestDatabase> {
  const name = `chainnode_test_${randomBytes(6).toString("hex")}`;
  await queryOn(server, "postgres", `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const client = new Client({ ...connectionTo(server), database: name });
  client.on("error", () => undefined);
  await client.connect();
  return {
    url: `postgres://${server.user}@${server.host}:${server.port}/${name}`,
    query: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    async remove() {
      await client.end();
      await queryOn(server, "postgres", `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function queryOn(
  server: PostgresServer,
  database: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ ...connectionTo(server), database });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function connectionTo({ host, port, user }: PostgresServer): ClientConfig {
  return { host, port, user };
}

async function isListening({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<boolean> {
  const socket = connect({ host, port });
  const answers = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answers;
}

/** The directory of the newest installed binaries; null without. */
export function installedBinaries(): string | null {
  if (NAMED === NONE) return null;
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const directories = versions
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
  return directories.find((directory) => existsSync(join(directory, "initdb"))) ?? null;
}

/** The servers refuse to run as root: there they run as the user that the package made. */
export function asPostgresUser(words: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return words;
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...words];
}

export interface StartedPostgres {
  readonly server: PostgresServer;
  readonly directory: string;
  readonly process: ChildProcess;
}

/** Starts a server on an empty directory of its own, which its end removes. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedPostgres> {
  const directory = await makeServerDirectory();
  runBinary("initdb", [
    "-D",
    join(directory, "data"),
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
  ]);
  return runPostgres(directory, await freePort(), settings);
}

/** A directory that the user of the servers owns. */
export async function makeServerDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "chainnode-postgres-"));
  if (process.getuid?.() === 0) {
    const { status } = spawnSync("chown", ["postgres:postgres", directory]);
    if (status !== 0) throw new Error("There is no user postgres. ");
  }
  await chmod(directory, 0o700);
  return directory;
}

/** Runs a server on a directory with data, and waits until it answers. */
export async function runPostgres(
  directory: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedPostgres> {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: directory,
    fsync: "off",
    ...settings,
  };
  const words = ["-D", join(directory, "data"), "-p", `${port}`];
  for (const [name, value] of Object.entries(all)) words.push("-c", `${name}=${value}`);
  const [command = "", ...rest] = asPostgresUser([join(installedBinaries() ?? "", "postgres"), ...words]);
  const child = spawn(command, rest, { stdio: "ignore" });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const server: PostgresServer = {
    host: "127.0.0.1",
    port,
    user: "postgres",
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGQUIT");
        await once(child, "exit");
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
  while (child.exitCode === null) {
    try {
      await queryOn(server, "postgres", "SELECT 1");
      return { server, directory, process: child };
    } catch {
      await delay(20);
    }
  }
  throw new Error(`The server in ${directory} ended with ${child.exitCode}. `);
}

/** Starts a streaming replica of a server that has `wal_level=replica`. */
export async function startReplica({
  server: { host, port, user },
}: StartedPostgres): Promise<StartedPostgres> {
  const directory = await makeServerDirectory();
  const from = ["--host", host, "--port", `${port}`, "--username", user];
  const to = ["--pgdata", join(directory, "data"), "--write-recovery-conf", "--checkpoint", "fast"];
  runBinary("pg_basebackup", [...from, ...to]);
  return runPostgres(directory, await freePort(), { hot_standby: "on" });
}

/** Runs one of the programs of PostgreSQL to its end. */
export function runBinary(program: string, words: readonly string[]): void {
  const [command = "", ...rest] = asPostgresUser([join(installedBinaries() ?? "", program), ...words]);
  const { status, stderr } = spawnSync(command, rest, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
