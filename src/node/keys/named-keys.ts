import { ADDRESS_LENGTH, isAddress, ZERO_ADDRESS } from "../../codec/address.js";
import { ChainError } from "../../codec/chain-error.js";
import { readNodeIdentity, type DataDirectory } from "../directory/data-directory.js";
import type { KeyPair } from "./identity.js";
import { DEFAULT_KEY, NODE_KEY, type KeyEntry, type Keystore, type UnlockedKey } from "./keystore.js";

/**
 * What a person calls keys and addresses: the keystore's keys by name or address, `default` for the default one, and
 * `node` for the identity of the data directory's own node. The command line and the console resolve names here alone.
 */
export interface NamedKeys {
  readonly keystore: Keystore;
  /** The default key when left out. Throws `KEY_UNKNOWN`, `KEY_NO_DEFAULT`, or what is wrong with the node's own keys. */
  find(nameOrAddress?: string): Promise<KeyEntry>;
  /** The same with its private half. The node's key has no password: the modes of its file protect it. */
  unlock(nameOrAddress: string | undefined, askPassword: AskPassword): Promise<UnlockedKey>;
  /**
   * An address as it was given, or the address of a key; the default key's when left out. Throws `ADDRESS` for what looks
   * like an address and has a mistake, else as `find`.
   */
  resolve(nameOrAddress: string | undefined, options?: ResolveOptions): Promise<string>;
  /** The names that can be given. */
  names(): Promise<readonly string[]>;
}

/** Asks for the password of a key. */
export type AskPassword = (entry: KeyEntry) => Promise<string>;

export interface ResolveOptions {
  /**
   * Whether the zero address is refused, whose checksum is not valid and whose key nobody has: the system's state is
   * read there, and nothing that is sent there comes back. False when left out.
   */
  readonly refusesZero?: boolean;
}

const HEX = /^[0-9a-f]*$/i;
/** An address with a few characters missing. */
const NEARLY_ADDRESS_LENGTH = ADDRESS_LENGTH - 4;

export function createNamedKeys(keystore: Keystore, directory: DataDirectory): NamedKeys {
  const readNode = async (): Promise<KeyPair> => (await readNodeIdentity(directory)).node;

  const isNode = async (name: string | undefined): Promise<boolean> =>
    name === NODE_KEY && !(await keystore.list()).some((entry) => entry.name === NODE_KEY);

  const find = async (name: string | undefined): Promise<KeyEntry> => {
    if (await isNode(name)) return toEntry(await readNode());
    const isOwn = name !== DEFAULT_KEY || (await keystore.list()).some((entry) => entry.name === DEFAULT_KEY);
    return keystore.find(isOwn ? name : undefined);
  };

  return {
    keystore,
    find,

    async unlock(name, askPassword) {
      if (await isNode(name)) {
        const node = await readNode();
        return { ...toEntry(node), privateKey: node.privateKey };
      }
      const entry = await find(name);
      return keystore.unlock(entry, await askPassword(entry));
    },

    async resolve(given, { refusesZero = false } = {}) {
      // The text of a file ends with a newline.
      const word = given?.trim();
      if (word !== undefined && isAddress(word)) return word;
      if (word === ZERO_ADDRESS) {
        if (refusesZero) throw zeroAddress();
        return word;
      }
      if (word !== undefined && HEX.test(word) && word.length >= NEARLY_ADDRESS_LENGTH) throw malformed(word);
      try {
        return (await find(word)).address;
      } catch (error) {
        throw word === undefined ? error : neitherNameNorAddress(word, error);
      }
    },

    async names() {
      const names = (await keystore.list()).map(({ name }) => name);
      return names.includes(NODE_KEY) ? names : [...names, NODE_KEY];
    },
  };
}

function toEntry({ address, publicKey }: KeyPair): KeyEntry {
  return { name: NODE_KEY, address, publicKey, isDefault: false };
}

function malformed(word: string): ChainError {
  const refuse = (message: string, details: Readonly<Record<string, number>> = {}): ChainError =>
    new ChainError("ADDRESS", message, { kind: "usage", details: { address: word, ...details } });
  if (isAddress(word.toLowerCase())) return refuse("An address is written in small letters. ");
  return word.length === ADDRESS_LENGTH
    ? refuse("The address's checksum is not valid: a character is wrong. ")
    : refuse(`An address has ${ADDRESS_LENGTH} characters. `, { characters: word.length });
}

function zeroAddress(): ChainError {
  return new ChainError("ADDRESS", "Nobody has the key of the zero address. ", {
    kind: "usage",
    details: { address: ZERO_ADDRESS },
  });
}

function neitherNameNorAddress(word: string, cause: unknown): unknown {
  if (!(cause instanceof ChainError) || cause.code !== "KEY_UNKNOWN") return cause;
  const { code, kind, details, advice } = cause;
  return new ChainError(code, `${word} is neither an address nor the name of a key. `, {
    kind,
    details,
    ...(advice === undefined ? {} : { advice }),
    cause,
  });
}
