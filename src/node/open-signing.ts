import { stat } from "node:fs/promises";
import { VolatileSigningMemory, type SigningMemory } from "../consensus/signing-memory.js";
import { confirmedHeight, selectValidators } from "../ledger/validators.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { createNetwork, type NetworkDefinition } from "../records/network.js";
import type { Store } from "../store/store.js";
import type { DataDirectory } from "../data/directory/data-directory.js";
import type { Identity } from "../data/directory/identity.js";
import { SigningMemoryFile } from "../data/directory/signing-memory-file.js";
import type { Log } from "../base/log.js";
import { endingMemory, SigningEnd } from "./signing-end.js";
import * as errors from "./errors.js";

interface Signing {
  readonly end: SigningEnd;
  readonly memory: SigningMemory;
  /** Ends the signing when the data directory is gone: what is signed then is noted nowhere. */
  readonly look: () => Promise<void>;
}

interface SigningOptions {
  readonly log: Log;
  /** Whether what is signed is forgotten when the process ends. */
  readonly isVolatile?: boolean | undefined;
}

/** @param signedBefore the latest s_timestamp, µs, that the key can have signed before the start. */
export async function openSigning(
  directory: DataDirectory,
  signedBefore: number,
  { log, isVolatile = false }: SigningOptions,
): Promise<Signing> {
  const end = new SigningEnd(log);
  const isThere = await presenceOf(directory.databaseFile);
  const look = async (): Promise<void> => {
    if (!(await isThere())) end.now(errors.directoryGone());
  };
  const memory = isVolatile
    ? new VolatileSigningMemory(signedBefore)
    : await SigningMemoryFile.open(directory.signaturesFile, signedBefore);
  return { end, memory: endingMemory(memory, end, look), look };
}

/**
 * Returns whether the path of a file that is open now still leads to that file; true when that cannot be known. A process
 * continues to write to an open file that was removed or replaced, so only this shows that its writes are lost. SQLite
 * compares inodes for the same reason.
 */
async function presenceOf(file: string): Promise<() => Promise<boolean>> {
  const opened = await stat(file, { bigint: true });
  return async () => {
    try {
      const { dev, ino } = await stat(file, { bigint: true });
      return dev === opened.dev && ino === opened.ino;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code !== "ENOENT" && code !== "ENOTDIR";
    }
  };
}

interface KeyOnChain {
  readonly store: Store;
  readonly definition: NetworkDefinition;
  readonly identity: Identity;
}

/**
 * Returns the latest s_timestamp, in µs, that this key can have signed before the start (PROTOCOL 9.15). The signing
 * memory may lack signatures: the data directory may be an old backup, or its keys may come from another machine. But a
 * validator signs no further ahead of its clock than other nodes accept (PROTOCOL 9.10), and one that holds all slots
 * not at all.
 */
export async function lastForgottenSecond(
  { store, definition, identity: { node } }: KeyOnChain,
  nowUs: number,
): Promise<number> {
  const network = createNetwork(definition);
  const validators = await selectValidators(store, network, await confirmedHeight(store, network, nowUs));
  const isAlone = validators.length > 0 && validators.every((address) => address === node.address);
  return isAlone ? nowUs : nowUs + TIMESTAMP_ERROR_US;
}
