import { positional, option, type ArgumentSpec, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { readPassword, type PasswordQuestion } from "../src/cli/input/secrets.js";
import type { KeyEntry, UnlockedKey } from "../src/data/keys/keystore.js";
import type { ResolveOptions, TransactionSigner } from "../src/data/keys/named-keys.js";

/** The key of the keystore that the argument `key` names, with its private key. Asks for the password. */
export async function unlockKey(context: Context, input: Input): Promise<UnlockedKey> {
  const keystore = await context.workspace.keystore();
  const entry = await keystore.find(input.optionalArgument(KEY_ARGUMENT.name));
  return keystore.unlock(entry, () => readKeyPassword(context, input, entry));
}

/** The key that `--key` names, with its private key: from the keystore, or the node's own. */
export async function unlockSigner(context: Context, input: Input): Promise<UnlockedKey> {
  const keys = await context.workspace.keys();
  return keys.unlock(input.option(KEY_OPTION.name), (entry) => readKeyPassword(context, input, entry));
}

/** What signs transactions with a key, by its name, address or program; by default with the key that `--key` names. */
export async function openKey(
  context: Context,
  input: Input,
  name = input.option(KEY_OPTION.name),
): Promise<TransactionSigner> {
  const keys = await context.workspace.keys();
  return keys.signer(name, (entry) => readKeyPassword(context, input, entry));
}

function readKeyPassword(context: Context, input: Input, { name }: KeyEntry): Promise<string> {
  return readPassword(context, input, { message: `Password of ${name}` });
}

export function readNewPassword(
  context: Context,
  input: Input,
  { name, ...options }: { readonly name: string } & Pick<PasswordQuestion, "fileOption">,
): Promise<string> {
  return readPassword(context, input, { message: `New password for ${name}`, isNew: true, ...options });
}

async function completeKeyNames(context: Context): Promise<readonly string[]> {
  const keystore = await context.workspace.keystore();
  return (await keystore.list()).map(({ name }) => name);
}

export async function completeNames(context: Context): Promise<readonly string[]> {
  return (await context.workspace.keys()).names();
}

export async function namesByAddress(context: Context): Promise<ReadonlyMap<string, string>> {
  const keystore = await context.workspace.keystore();
  return new Map((await keystore.list()).map(({ name, address }) => [address, name]));
}

export const REQUIRED_KEY = positional("<key>", "name or address of a key", { complete: completeKeyNames });

export const KEY_ARGUMENT: ArgumentSpec = { ...REQUIRED_KEY, isRequired: false, default: "the default key" };

export const KEY_OPTION = option(
  "--key <name>",
  "signing key, by name or address; node is the node's own key, and command:PROGRAM a program that signs",
  { default: "the default key", complete: completeNames },
);

export const ADDRESS_ARGUMENT = positional(
  "[address]",
  "address, name of a key, or node for the node's own key",
  { default: "the default key", complete: completeNames },
);

/** An address as typed, or the address of a named key or of the default key. Throws as `NamedKeys.resolve` does. */
export async function resolveAddress(
  context: Context,
  word: string | undefined,
  options?: ResolveOptions,
): Promise<string> {
  return (await context.workspace.keys()).resolve(word, options);
}
