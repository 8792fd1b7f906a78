import type { ArgumentSpec, OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { readPassword, type PasswordQuestion } from "../../src/cli/input/secrets.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import type { KeyEntry, Keystore, UnlockedKey } from "../../src/node/keys/keystore.js";
import type { NamedKeys } from "../../src/node/keys/named-keys.js";
import { ownDirectory } from "../shared/node/own-directory.js";

/** The keystore of the data directory. */
export async function openKeystore(context: Context): Promise<Keystore> {
  const [{ createKeystore }, { keystore }] = await Promise.all([
    import("../../src/node/keys/keystore.js"),
    ownDirectory(context),
  ]);
  return createKeystore(keystore);
}

/** The names of keys and addresses in the data directory. */
export async function openNamedKeys(context: Context): Promise<NamedKeys> {
  const [{ createNamedKeys }, keystore, directory] = await Promise.all([
    import("../../src/node/keys/named-keys.js"),
    openKeystore(context),
    ownDirectory(context),
  ]);
  return createNamedKeys(keystore, directory);
}

/** A key of the keystore with its private key. Asks for the password. */
export async function unlockKey(
  context: Context,
  input: Input,
  nameOrAddress: string | undefined,
): Promise<UnlockedKey> {
  const keystore = await openKeystore(context);
  const entry = await keystore.find(nameOrAddress);
  return keystore.unlock(entry, await readKeyPassword(context, input, entry));
}

/** The key that `--key` names, with its private key: from the keystore, or the node's own. */
export async function unlockSigner(context: Context, input: Input): Promise<UnlockedKey> {
  const keys = await openNamedKeys(context);
  return keys.unlock(input.option(KEY_OPTION.name), (entry) => readKeyPassword(context, input, entry));
}

function readKeyPassword(context: Context, input: Input, { name }: KeyEntry): Promise<string> {
  return readPassword(context, input, { message: `Password of ${name}` });
}

/** Reads the password for a new key. It is asked for twice. */
export function readNewPassword(
  context: Context,
  input: Input,
  name: string,
  options: Pick<PasswordQuestion, "fileOption"> = {},
): Promise<string> {
  return readPassword(context, input, { message: `New password for ${name}`, isNew: true, ...options });
}

/** A key as `--json` shows it. */
export function keyToData({ name, address, publicKey, isDefault }: KeyEntry): Value {
  return objectToValue({ name, address, public_key: publicKey, default: isDefault });
}

export async function completeKeyNames(context: Context): Promise<readonly string[]> {
  const keystore = await openKeystore(context);
  return (await keystore.list()).map(({ name }) => name);
}

/** Offers the names of the keys, the node's own included. */
export async function completeNames(context: Context): Promise<readonly string[]> {
  return (await openNamedKeys(context)).names();
}

/** The argument of commands that make a key. */
export const NAME_ARGUMENT: ArgumentSpec = {
  name: "name",
  description: "what the key is called here",
  isRequired: true,
};

export const KEY_ARGUMENT: ArgumentSpec = {
  name: "key",
  description: "the name or address of a key",
  complete: completeKeyNames,
};

/** The option of commands that sign. */
export const KEY_OPTION: OptionSpec = {
  name: "key",
  placeholder: "name",
  description: "the key that signs, by name or address (default: the default key); node is the node's own",
  complete: completeNames,
};
