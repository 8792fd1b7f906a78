import { positional, option, type Command, type Context } from "../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../src/cli/input/ask.js";
import type { Input } from "../src/cli/input/input.js";
import { PASSWORD_OPTIONS, readSecret } from "../src/cli/input/secrets.js";
import { fieldsOutcome, lineOutcome, tableOutcome, type Outcome } from "../src/cli/output/outcome.js";
import type { EntryColumn } from "../src/cli/output/view.js";
import { objectToValue, type Value } from "../src/codec/value.js";
import type { KeyEntry } from "../src/data/keys/keystore.js";
import {
  ADDRESS,
  BOOLEAN,
  listOf,
  objectOf,
  PUBLIC_KEY,
  TEXT,
} from "../src/records/operations/json-schema.js";
import { completeNames, KEY_ARGUMENT, readNewPassword, REQUIRED_KEY, unlockKey } from "./keys.js";
import * as errors from "./errors.js";

const KEY = objectOf({
  name: TEXT,
  address: ADDRESS,
  public_key: PUBLIC_KEY,
  default: BOOLEAN,
  password: BOOLEAN,
});
const NAME_ARGUMENT = positional("<name>", "name of the key");
const COLUMNS: readonly EntryColumn<KeyEntry>[] = [
  { title: "name", cell: ({ name }) => name },
  { title: "address", cell: ({ address }) => address },
  { title: "default", cell: ({ isDefault }) => (isDefault ? "yes" : "") },
];
const NEW_PASSWORD_FILE = "new-password-file";

export const keyCommands = {
  list: {
    summary: "list the keys of the data directory",
    examples: ["chainnode key list", "chainnode key list --json"],
    result: listOf(KEY),
    async run(context) {
      const keystore = await context.workspace.keystore();
      const entries = await keystore.list();
      if (entries.length === 0) context.note("There are no keys yet. Make one: chainnode key new <name>");
      return tableOutcome(entries, COLUMNS, keyToData);
    },
  },
  show: {
    summary: "show the address and public key of a key",
    description: [
      "The name node means the key of the node on the data directory. The private key is never shown; see chainnode key export.",
    ],
    arguments: [{ ...KEY_ARGUMENT, complete: completeNames }],
    examples: ["chainnode key show alice", "chainnode key show node"],
    result: KEY,
    async run(context, input) {
      const keys = await context.workspace.keys();
      return keyOutcome(await keys.find(input.optionalArgument("key")));
    },
  },
  default: {
    summary: "show or set the default signing key",
    arguments: [{ ...KEY_ARGUMENT, default: "show the default key" }],
    examples: ["chainnode key default", "# make alice the default", "chainnode key default alice"],
    result: KEY,
    async run(context, input) {
      const keystore = await context.workspace.keystore();
      const chosen = input.optionalArgument("key");
      const entry = await keystore.find(chosen);
      if (chosen === undefined) return keyOutcome(entry);
      await keystore.setDefault(entry);
      return keyOutcome({ ...entry, isDefault: true });
    },
  },
  new: {
    summary: "create a key and store it encrypted",
    description: [
      "The private key is random and is encrypted with a password. If the password is lost, the key cannot be recovered.",
      "The first key becomes the default key.",
    ],
    arguments: [NAME_ARGUMENT],
    options: PASSWORD_OPTIONS,
    examples: [
      "chainnode key new alice",
      "# without a terminal",
      "chainnode key new alice --password-file /run/secrets/alice",
    ],
    result: KEY,
    run: (context, input) =>
      addKey(context, input, async () => (await import("../src/data/keys/keystore.js")).createPrivateKey()),
  },
  import: {
    summary: "store an existing private key under a name",
    description: [
      "The private key, 64 hex characters, is read from a hidden prompt, or from the first line of a file or stdin. It is never an argument, because arguments stay in the shell's history.",
    ],
    arguments: [NAME_ARGUMENT],
    options: [
      option("--key-file <file>", "file whose first line is the private key; - is stdin", "a hidden prompt"),
      ...PASSWORD_OPTIONS,
    ],
    examples: [
      "chainnode key import alice",
      "chainnode key import alice --key-file - --password-file alice.txt < alice.key",
    ],
    result: KEY,
    run: (context, input) => addKey(context, input, () => readPrivateKey(context, input)),
  },
  export: {
    summary: "print a private key unencrypted",
    description: [
      "Anyone with the private key controls its address. The command asks for confirmation, then prints the key on stdout.",
    ],
    arguments: [KEY_ARGUMENT],
    options: [...PASSWORD_OPTIONS, YES_OPTION],
    examples: [
      "chainnode key export alice",
      "chainnode key export alice --yes --password-file alice.txt > alice.key",
    ],
    result: TEXT,
    async run(context, input) {
      await askForConsent("Print the private key unencrypted?", context, input);
      const { privateKey } = await unlockKey(context, input);
      return lineOutcome(privateKey);
    },
  },
  passwd: {
    summary: "change the password of a key, or give it one",
    arguments: [KEY_ARGUMENT],
    options: [
      ...PASSWORD_OPTIONS,
      option(`--${NEW_PASSWORD_FILE} <file>`, "file whose first line is the new password", "a hidden prompt"),
    ],
    examples: [
      "chainnode key passwd alice",
      "chainnode key passwd alice --password-file old.txt --new-password-file new.txt",
    ],
    result: KEY,
    async run(context, input) {
      const key = await unlockKey(context, input);
      const keystore = await context.workspace.keystore();
      const question = { name: key.name, fileOption: NEW_PASSWORD_FILE };
      await keystore.changePassword(key, await readNewPassword(context, input, question));
      return keyOutcome(key);
    },
  },
  remove: {
    summary: "delete a key permanently",
    description: ["A deleted key cannot be restored unless it was exported before."],
    arguments: [REQUIRED_KEY],
    options: [YES_OPTION],
    examples: ["chainnode key remove alice"],
    result: KEY,
    async run(context, input) {
      const keystore = await context.workspace.keystore();
      const entry = await keystore.find(input.argument("key"));
      await askForConsent(`Delete the key ${entry.name} (${entry.address}) permanently?`, context, input);
      await keystore.remove(entry);
      return keyOutcome({ ...entry, isDefault: false });
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** Adds a key under the name of the argument. The name is checked before anything is asked for. */
async function addKey(
  context: Context,
  input: Input,
  readPrivateKey: () => Promise<string>,
): Promise<Outcome> {
  const name = input.argument("name");
  const keystore = await context.workspace.keystore();
  await keystore.assertFree(name);
  const privateKey = await readPrivateKey();
  return keyOutcome(await keystore.add(name, privateKey, await readNewPassword(context, input, { name })));
}

async function readPrivateKey(context: Context, input: Input): Promise<string> {
  const file = input.option("key-file");
  if (file !== undefined) return (await readSecret(file, context)).trim();
  const { prompter } = context.terminal;
  if (prompter !== null) return prompter.secret("Private key");
  throw errors.keyMissing();
}

/** One key with its whole address and public key, so that people can copy them. */
function keyOutcome(entry: KeyEntry): Outcome {
  return fieldsOutcome(keyToData(entry), [
    ["name", entry.name],
    ["address", entry.address],
    ["public key", entry.publicKey],
    ["default", entry.isDefault ? "yes" : "no"],
    ...(entry.hasPassword ? [] : [["password", "none"] as const]),
  ]);
}

function keyToData({ name, address, publicKey, isDefault, hasPassword }: KeyEntry): Value {
  return objectToValue({ name, address, public_key: publicKey, default: isDefault, password: hasPassword });
}
