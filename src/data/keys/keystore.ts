import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ChainError } from "../../codec/chain-error.js";
import { isKey } from "../../codec/ed25519.js";
import { homeMissing } from "../../codec/errors.js";
import { nearestName } from "../../base/text/nearest-name.js";
import {
  openSecret,
  sealSecret,
  boundText,
  identityOf,
  keyFileToText,
  parseKeyFile,
  type KeyFile,
} from "./keystore-file.js";
import {
  createPrivateFile,
  unlessMissing,
  readPrivateFile,
  replacePrivateFile,
} from "../../base/files/private-directory.js";
import * as errors from "./errors.js";

/**
 * Named keys, each in a file `<directory>/<name>.json` and encrypted with its own password. Those of a development
 * chain's accounts, which are public, have no password.
 */
export interface Keystore {
  readonly directory: string;
  list(): Promise<readonly KeyEntry[]>;
  /** Finds a key by name or address, by default the default key. Throws `KEY_UNKNOWN` or `KEY_NO_DEFAULT`. */
  find(nameOrAddress?: string): Promise<KeyEntry>;
  /** Throws `KEY_NAME` or `KEY_EXISTS` when no key can be added under a name. Called before asking for a password. */
  assertFree(name: string): Promise<void>;
  /** Adds a key. The first key becomes the default one. Throws `KEY_NAME`, `KEY_EXISTS` or `KEY_FORMAT`. */
  add(name: string, privateKey: string, password: string): Promise<KeyEntry>;
  /** Adds a key without a password: anyone who reads the file has it. Throws as `add` does. */
  addPublic(name: string, privateKey: string): Promise<KeyEntry>;
  /** Decrypts a key, and asks for its password if it has one. Throws `KEY_PASSWORD`. */
  unlock(entry: KeyEntry, askPassword: AskPassword): Promise<UnlockedKey>;
  changePassword(key: UnlockedKey, password: string): Promise<void>;
  setDefault(entry: KeyEntry): Promise<void>;
  remove(entry: KeyEntry): Promise<void>;
}

export interface KeyEntry {
  readonly name: string;
  readonly address: string;
  readonly publicKey: string;
  readonly isDefault: boolean;
  /** Whether the key must be unlocked with a password. */
  readonly hasPassword: boolean;
}

export type AskPassword = (entry: KeyEntry) => Promise<string>;

export interface UnlockedKey extends KeyEntry {
  readonly privateKey: string;
}

/** The reserved names of the default key and of the node's own key. */
export const DEFAULT_KEY = "default";
export const NODE_KEY = "node";
const RESERVED: ReadonlySet<string> = new Set([DEFAULT_KEY, NODE_KEY]);

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const SUFFIX = ".json";
/** The file beside the keys that holds the name of the default key. */
const DEFAULT_FILE = "default";
const PRIVATE_KEY_BYTES = 32;

/** Creates a private key, a seed of 32 bytes (PROTOCOL 3.1). */
export function createPrivateKey(): string {
  return randomBytes(PRIVATE_KEY_BYTES).toString("hex");
}

/**
 * Creates the keystore of a directory, which is made with the first key. Without one, for a user without a home
 * directory, everything throws `HOME_MISSING`.
 */
export function createKeystore(path: string | null): Keystore {
  const directory = (): string => {
    if (path === null) throw homeMissing();
    return path;
  };
  const readDefault = async (): Promise<string | undefined> =>
    (await readPrivateFile(directory(), DEFAULT_FILE))?.trim();

  const readFile = async (name: string): Promise<KeyFile | null> => {
    const text = await readPrivateFile(directory(), name + SUFFIX);
    return text === null ? null : parseKeyFile(text, join(directory(), name + SUFFIX));
  };

  const list = async (): Promise<readonly KeyEntry[]> => {
    const defaultName = await readDefault();
    const entries: KeyEntry[] = [];
    for (const name of await readNames(directory())) {
      const file = await readFile(name);
      if (file !== null) entries.push(toEntry(name, file, defaultName));
    }
    return entries;
  };

  const seal = async (privateKey: string, password: string): Promise<KeyFile> => {
    const identity = identityOf(privateKey);
    return { ...identity, ...(await sealSecret(privateKey, boundText(identity), password)) };
  };

  const add = async (name: string, privateKey: string, toFile: () => KeyFile | Promise<KeyFile>) => {
    assertName(name);
    if (!isKey(privateKey)) throw errors.keyFormat();
    const file = await toFile();
    if (!(await createPrivateFile(directory(), name + SUFFIX, keyFileToText(file))))
      throw errors.keyExists({ name });
    await createPrivateFile(directory(), DEFAULT_FILE, `${name}\n`);
    return toEntry(name, file, await readDefault());
  };

  return {
    get directory() {
      return directory();
    },
    list,

    async find(nameOrAddress) {
      const entries = await list();
      if (nameOrAddress === undefined) {
        const entry = entries.find(({ isDefault }) => isDefault);
        if (entry === undefined) throw errors.keyNoDefault();
        return entry;
      }
      const entry = entries.find(({ name, address }) => name === nameOrAddress || address === nameOrAddress);
      if (entry !== undefined) return entry;
      throw unknownKey(
        nameOrAddress,
        directory(),
        entries.map(({ name }) => name),
      );
    },

    async assertFree(name) {
      assertName(name);
      if ((await readFile(name)) !== null) throw errors.keyExists({ name });
    },

    add: (name, privateKey, password) => add(name, privateKey, () => seal(privateKey, password)),

    addPublic: (name, privateKey) =>
      add(name, privateKey, () => ({ ...identityOf(privateKey), private_key: privateKey })),

    async unlock(entry, askPassword) {
      const file = await readFile(entry.name);
      if (file === null) throw unknownKey(entry.name, directory(), []);
      if ("private_key" in file) return { ...entry, privateKey: file.private_key };
      const privateKey = await openSecret(file, boundText(file), await askPassword(entry));
      if (privateKey === null) throw errors.keyPassword({ name: entry.name });
      return { ...entry, privateKey };
    },

    async changePassword({ name, privateKey }, password) {
      await replacePrivateFile(directory(), name + SUFFIX, keyFileToText(await seal(privateKey, password)));
    },

    async setDefault({ name }) {
      await replacePrivateFile(directory(), DEFAULT_FILE, `${name}\n`);
    },

    async remove({ name, isDefault }) {
      await rm(join(directory(), name + SUFFIX));
      if (isDefault) await rm(join(directory(), DEFAULT_FILE));
    },
  };
}

async function readNames(directory: string): Promise<readonly string[]> {
  const files = (await unlessMissing(readdir(directory))) ?? [];
  const names = files.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length));
  return names.filter((name) => NAME.test(name)).toSorted();
}

function toEntry(name: string, file: KeyFile, defaultName: string | undefined): KeyEntry {
  return {
    name,
    address: file.address,
    publicKey: file.public_key,
    isDefault: name === defaultName,
    hasPassword: !("private_key" in file),
  };
}

function assertName(name: string): void {
  if (RESERVED.has(name)) throw errors.keyNameReserved({ name, defaultKey: DEFAULT_KEY, nodeKey: NODE_KEY });
  if (NAME.test(name)) return;
  throw errors.keyName({ name });
}

function unknownKey(nameOrAddress: string, directory: string, names: readonly string[]): ChainError {
  const near = nearestName(nameOrAddress, names);
  return errors.keyUnknown({ key: nameOrAddress, keystore: directory }, { nearest: near });
}
