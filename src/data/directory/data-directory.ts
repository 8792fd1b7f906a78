import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ChainError } from "../../codec/chain-error.js";
import type { NetworkDefinition } from "../../records/network.js";
import { nearestName } from "../../base/text/nearest-name.js";
import { assertNotShared } from "../../base/files/private-directory.js";
import { createIdentity, readIdentity, writeIdentity, type Identity } from "./identity.js";
import { readNetworkFile, writeNetworkFile } from "./network-file.js";
import * as errors from "./errors.js";

export interface DataDirectory {
  readonly path: string;
  readonly networkFile: string;
  readonly identityFile: string;
  /** chainnode.toml. */
  readonly settingsFile: string;
  readonly databaseFile: string;
  /** What the validator has signed. It is not in the database: restoring a backup must not revert it. */
  readonly signaturesFile: string;
  /** The public key of the validator, when a signer holds its private key. */
  readonly signerKeyFile: string;
  /** Where the chains end. It is not in the database: a database that lost blocks looks like a shorter chain. */
  readonly tipFile: string;
  /** Encrypted keys, one file each. */
  readonly keystore: string;
  readonly adminSocket: string;
  /** The process of the node while it runs; one that was killed leaves it. */
  readonly pidFile: string;
  /** The log of a node that runs in the background. */
  readonly logFile: string;
  /** Of a signer. */
  readonly signerSocket: string;
  readonly peersFile: string;
  readonly bansFile: string;
  /** Accepted transactions that were in no block when the node stopped. */
  readonly poolFile: string;
  /** What lets the explorer of a development chain act, across restarts. */
  readonly explorerToken: string;
  /** Written when a backup is complete: its time is that of the last backup. */
  readonly backupNote: string;
  /** What leads the user's browser to the explorer. */
  readonly explorerPage: string;
}

export const PRIVATE_DIRECTORY = 0o700;

export function dataDirectory(path: string): DataDirectory {
  return {
    path,
    networkFile: join(path, "network.toml"),
    identityFile: join(path, "identity.json"),
    settingsFile: join(path, "chainnode.toml"),
    databaseFile: join(path, "chain.sqlite"),
    signaturesFile: join(path, "signatures"),
    signerKeyFile: join(path, "signer-key"),
    tipFile: join(path, "tip"),
    keystore: join(path, "keystore"),
    adminSocket: join(path, "admin.sock"),
    pidFile: join(path, "node.pid"),
    logFile: join(path, "node.log"),
    signerSocket: join(path, "signer.sock"),
    peersFile: join(path, "peers.json"),
    bansFile: join(path, "bans.json"),
    poolFile: join(path, "pool.ndjson"),
    explorerToken: join(path, "explorer-token"),
    backupNote: join(path, "last-backup"),
    explorerPage: join(path, "explorer.html"),
  };
}

/** Whether a directory has been initialized: it has a network file. */
export function isInitialized(directory: DataDirectory): boolean {
  return existsSync(directory.networkFile);
}

export type DefineNetwork = (identity: Identity) => NetworkDefinition | Promise<NetworkDefinition>;

/**
 * Makes a data directory for a network: its definition and this node's keys. Throws `DATA_DIRECTORY_EXISTS` when it is
 * already initialized, and `SHARED_DIRECTORY` when others may write to it, and changes nothing.
 *
 * @param fill makes what else the directory begins with. A failure leaves the keys alone.
 */
export async function initDataDirectory(
  directory: DataDirectory,
  define: DefineNetwork,
  owner?: string,
  fill: (definition: NetworkDefinition) => Promise<unknown> = async () => undefined,
): Promise<{ readonly definition: NetworkDefinition; readonly identity: Identity }> {
  if (isInitialized(directory)) {
    throw errors.dataDirectoryExists({ directory: directory.path });
  }
  await assertNotShared(directory.path);
  // Keys that an interrupted attempt left behind are used.
  const isLeft = existsSync(directory.identityFile);
  const identity = isLeft ? await readIdentity(directory.identityFile) : createIdentity(owner);
  // Before anything is written, so that an invalid definition leaves nothing behind.
  const definition = await define(identity);
  await mkdir(directory.path, { recursive: true, mode: PRIVATE_DIRECTORY });
  if (!isLeft) await writeIdentity(directory.identityFile, identity);
  await fill(definition);
  // Last: this file makes the directory an initialized one.
  await writeNetworkFile(directory.networkFile, definition);
  return { definition, identity };
}

/** Reads the network definition and the keys. Throws `DATA_DIRECTORY_MISSING`, or `SHARED_DIRECTORY`. */
export async function openDataDirectory(
  directory: DataDirectory,
): Promise<{ readonly definition: NetworkDefinition; readonly identity: Identity }> {
  const definition = await readDefinition(directory);
  await assertNotShared(directory.path);
  return { definition, identity: await readIdentity(directory.identityFile) };
}

/** Reads the network definition alone: reading a chain needs no keys. Throws `DATA_DIRECTORY_MISSING`. */
export async function readDefinition(directory: DataDirectory): Promise<NetworkDefinition> {
  assertInitialized(directory);
  return readNetworkFile(directory.networkFile);
}

/** Reads the node's keys alone. Throws `DATA_DIRECTORY_MISSING`, `SHARED_DIRECTORY`, or as `readIdentity` does. */
export async function readNodeIdentity(directory: DataDirectory): Promise<Identity> {
  await assertNotShared(directory.path);
  try {
    return await readIdentity(directory.identityFile);
  } catch (error) {
    // Only now: in a directory that this user may not read, all files seem to be missing.
    if (error instanceof ChainError && error.code === "IDENTITY_MISSING") assertInitialized(directory);
    throw error;
  }
}

/**
 * Refuses a directory that holds neither a chain nor keys. Throws `DATA_DIRECTORY_MISSING`, with the data directory
 * beside it that has the nearest name.
 */
export async function assertUsable(directory: DataDirectory): Promise<void> {
  if (isInitialized(directory) || existsSync(directory.keystore)) return;
  const parent = dirname(directory.path);
  const siblings = (await readdir(parent).catch(() => []))
    .map((name) => dataDirectory(join(parent, name)))
    .filter(isInitialized);
  const near = nearestName(
    basename(directory.path),
    siblings.map(({ path }) => basename(path)),
  );
  const nearest = near === undefined ? undefined : join(parent, near);
  throw errors.dataDirectoryMissing({ directory: directory.path }, { nearest });
}

function assertInitialized(directory: DataDirectory): void {
  if (!isInitialized(directory)) {
    throw errors.dataDirectoryMissing({ directory: directory.path });
  }
}
