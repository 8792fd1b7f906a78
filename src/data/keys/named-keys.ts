import { ADDRESS_LENGTH, isAddress, ZERO_ADDRESS } from "../../codec/address.js";
import type { ChainError } from "../../codec/chain-error.js";
import { homeMissing } from "../../codec/errors.js";
import type { ValueMap } from "../../codec/value.js";
import { signTransaction, type SignedTransaction } from "../../records/transaction.js";
import { readNodeIdentity, type DataDirectory } from "../directory/data-directory.js";
import type { KeyPair } from "../directory/identity.js";
import { findCommandKey, isCommandKey, signByCommand } from "./command-key.js";
import {
  DEFAULT_KEY,
  NODE_KEY,
  type AskPassword,
  type KeyEntry,
  type Keystore,
  type UnlockedKey,
} from "./keystore.js";
import * as errors from "./errors.js";

/**
 * The names of keys and addresses for users: the keystore's keys by name or address, `default` for the default key, and
 * `node` for the key of the data directory's own node. The command line and the console resolve names only here.
 */
export interface NamedKeys {
  readonly keystore: Keystore;
  /** Finds a key, by default the default key. Throws `KEY_UNKNOWN`, `KEY_NO_DEFAULT`, or as `readNodeIdentity` does. */
  find(nameOrAddress?: string): Promise<KeyEntry>;
  /** Like `find`, for signing transactions: `command:PROGRAM` is a program that has the key. */
  signer(nameOrAddress: string | undefined, askPassword: AskPassword): Promise<TransactionSigner>;
  /** Like `find`, with the private key. The node's key has no password: the mode of its file protects it. */
  unlock(nameOrAddress: string | undefined, askPassword: AskPassword): Promise<UnlockedKey>;
  /**
   * Returns an address unchanged, or the address of a key, by default of the default key. Throws `ADDRESS` for text
   * that looks like a mistyped address, else as `find` does.
   */
  resolve(nameOrAddress: string | undefined, options?: ResolveOptions): Promise<string>;
  names(): Promise<readonly string[]>;
}

/** What signs transactions of one address: a private key, or a program that has it. */
export interface TransactionSigner {
  readonly address: string;
  readonly publicKey: string;
  sign(transaction: ValueMap): Promise<SignedTransaction>;
}

export interface ResolveOptions {
  /**
   * Whether `ZERO_ADDRESS` is refused (default false). System state is read under it. It is not a valid address
   * (PROTOCOL 2.4) and has no key, so whatever is sent to it is lost.
   */
  readonly refusesZero?: boolean;
}

const HEX = /^[0-9a-f]*$/i;
/** Text of this length looks like an address with a few characters missing. */
const NEARLY_ADDRESS_LENGTH = ADDRESS_LENGTH - 4;

/** Without a data directory, for a user without a home directory, only addresses resolve. */
export function createNamedKeys(keystore: Keystore, directory: DataDirectory | null): NamedKeys {
  const readNode = async (): Promise<KeyPair> => {
    if (directory === null) throw homeMissing();
    return (await readNodeIdentity(directory)).node;
  };

  const isNode = async (name: string | undefined): Promise<boolean> =>
    name === NODE_KEY && !(await keystore.list()).some((entry) => entry.name === NODE_KEY);

  const find = async (name: string | undefined): Promise<KeyEntry> => {
    if (isCommandKey(name)) return findCommandKey(name);
    if (await isNode(name)) return toEntry(await readNode());
    const isOwn = name !== DEFAULT_KEY || (await keystore.list()).some((entry) => entry.name === DEFAULT_KEY);
    return keystore.find(isOwn ? name : undefined);
  };

  const unlock: NamedKeys["unlock"] = async (name, askPassword) => {
    if (isCommandKey(name)) throw errors.keyElsewhere({ program: name });
    if (await isNode(name)) {
      const node = await readNode();
      return { ...toEntry(node), privateKey: node.privateKey };
    }
    return keystore.unlock(await find(name), askPassword);
  };

  return {
    keystore,
    find,
    unlock,

    async signer(name, askPassword) {
      if (isCommandKey(name)) {
        const key = await findCommandKey(name);
        return { ...key, sign: (transaction) => signByCommand(key, transaction) };
      }
      const { address, publicKey, privateKey } = await unlock(name, askPassword);
      return { address, publicKey, sign: async (transaction) => signTransaction(transaction, privateKey) };
    },

    async resolve(given, { refusesZero = false } = {}) {
      // Text from a file ends with a newline.
      const word = given?.trim();
      if (word !== undefined && isAddress(word)) return word;
      if (word === ZERO_ADDRESS) {
        if (refusesZero)
          throw errors.addressRefused({
            address: ZERO_ADDRESS,
            reason: "no key belongs to the zero address",
          });
        return word;
      }
      if (word !== undefined && HEX.test(word) && word.length >= NEARLY_ADDRESS_LENGTH)
        throw malformedAddress(word);
      // The word may be data of others: it starts no program.
      return (await (isCommandKey(word) ? keystore.find(word) : find(word))).address;
    },

    async names() {
      const names = (await keystore.list()).map(({ name }) => name);
      return names.includes(NODE_KEY) ? names : [...names, NODE_KEY];
    },
  };
}

function toEntry({ address, publicKey }: KeyPair): KeyEntry {
  return { name: NODE_KEY, address, publicKey, isDefault: false, hasPassword: false };
}

/** The error for text that is no address, with what is wrong with it. */
export function malformedAddress(address: string): ChainError {
  if (isAddress(address.toLowerCase()))
    return errors.addressRefused({ address, reason: "it has capital letters" });
  const { length: characters } = address;
  return characters === ADDRESS_LENGTH
    ? errors.addressRefused({ address, reason: "a character is wrong, as the checksum shows" })
    : errors.addressRefused({ address, reason: `it does not have ${ADDRESS_LENGTH} characters`, characters });
}
