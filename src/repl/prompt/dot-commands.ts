import { readFile } from "node:fs/promises";
import { messageOf } from "../../codec/chain-error.js";
import { fileText } from "../../codec/file-text.js";
import { PRIVATE_FILE } from "../../base/files/durable.js";
import { createFile } from "../../base/files/write-file.js";
import type { Keystore } from "../../data/keys/keystore.js";
import type { ConsoleConnection } from "../connection.js";
import { readBalance } from "../objects/chain.js";
import type { RecordedSends } from "../recorded-sends.js";
import type { Session } from "../session.js";
import { CONSOLE_NAMES } from "../names/table.js";
import * as errors from "../errors.js";
import { unknownName } from "./help.js";

const DOT_NAMES = CONSOLE_NAMES.flatMap(({ name }) => (name.startsWith(".") ? [name] : []));

export interface DotActions {
  readonly connection: ConsoleConnection;
  readonly keystore: Keystore;
  readonly session: Session;
  readonly sends: RecordedSends;
  readonly show: (value: unknown) => void;
  readonly showAll: () => void;
  readonly showMore: () => void;
  readonly say: (text: string) => void;
  /** Runs statements as if typed. Throws what they throw. */
  readonly run: (source: string) => Promise<void>;
  /** Steps through a committed transaction. Throws `TRANSACTION_UNKNOWN`. */
  readonly step: (hash: string) => Promise<void>;
  readonly help: (topic: string) => void;
  readonly clear: () => void;
  readonly toggleTime: () => boolean;
}

type DotCommand = (word: string, actions: DotActions) => Promise<void>;

/** The console's commands, without those of the line editor. */
const DOT_COMMANDS: Readonly<Record<string, DotCommand>> = {
  all: async (_, { showAll }) => showAll(),
  more: async (_, { showMore }) => showMore(),
  help: async (topic, { help }) => help(topic),
  async load(file, { run }) {
    await run(await readSession(required(file, ".load <file>")));
  },
  save: (file, { session, say }) => writeSession(required(file, ".save <file>"), session.toLines(), say),
  export: (file, { session, say }) => writeSession(required(file, ".export <file>"), session.toScript(), say),
  record: (file, { connection, sends, say }) =>
    writeSession(required(file, ".record <file>"), sends.toTest(connection), say),
  async clear(_, { clear, session, sends, say }) {
    clear();
    session.clear();
    sends.clear();
    say("All declarations are removed.");
  },
  async time(_, { toggleTime, say }) {
    say(toggleTime() ? "The time of each statement is shown." : "The time of statements is not shown.");
  },
  height: async (_, { connection, show }) => show(await describeHeights(connection)),
  accounts: async (_, { connection, keystore, show }) => show(await listAccounts(connection, keystore)),
  step: (hash, { step }) => step(required(hash, ".step <hash>")),
  trace: (hash, { run }) => run(`trace(${JSON.stringify(required(hash, ".trace <hash>"))})`),
  watch: (expression, { run }) => run(watchText(required(expression, ".watch <expression>"))),
  why: (hash, { run }) => run(`why(${JSON.stringify(required(hash, ".why <hash>"))})`),
};

/** Runs a command by the word after its dot. Throws `NAME_UNKNOWN`, or what the command throws. */
export async function runDotCommand(name: string, words: string, actions: DotActions): Promise<void> {
  const command = Object.hasOwn(DOT_COMMANDS, name) ? DOT_COMMANDS[name] : undefined;
  if (command === undefined) throw unknownName(`.${name}`, DOT_NAMES);
  await command(words, actions);
}

/** Shows the expression now and after each block, until Ctrl-C. */
function watchText(expression: string): string {
  const show = `print(await (${expression}));`;
  return `${show} for await (const block of chain.watch()) { ${show} }`;
}

function required(word: string, usage: string): string {
  if (word !== "") return word;
  throw errors.consoleUsage({ signature: usage });
}

async function readSession(file: string): Promise<string> {
  try {
    return fileText(await readFile(file));
  } catch (cause) {
    throw errors.consoleFile({ what: "read", file, reason: messageOf(cause) }, { cause });
  }
}

/** The file is private: a session may contain much. */
async function writeSession(file: string, text: string, say: (text: string) => void): Promise<void> {
  try {
    await createFile(file, text, { mode: PRIVATE_FILE });
  } catch (cause) {
    throw errors.consoleFile({ what: "written", file, reason: messageOf(cause) }, { cause });
  }
  say(`Written to ${file}.`);
}

/** The available keys and what they own: the sandbox's accounts, and those of the keystore. */
async function listAccounts(
  { client, sandbox }: ConsoleConnection,
  keystore: Keystore,
): Promise<readonly object[]> {
  const made = (sandbox?.accounts ?? []).map(({ address }, index) => ({
    name: `sandbox.accounts[${index}]`,
    address,
  }));
  const kept = (await keystore.list()).map(({ name, address }) => ({ name, address }));
  return Promise.all(
    [...made, ...kept].map(async ({ name, address }) => ({
      name,
      address,
      balance: await readBalance(client, address),
    })),
  );
}

const US_PER_SECOND = 1_000_000;

/** The last block of both chains, and their age by the console's clock. */
async function describeHeights({ client, nowUs }: ConsoleConnection): Promise<readonly object[]> {
  const { last_block, last_resource_block } = await client.info();
  const age = (timestampUs: number): string =>
    timestampUs === 0 ? "none yet" : `${Math.round((nowUs() - timestampUs) / US_PER_SECOND)} s ago`;
  return [
    { chain: "main", height: last_block.height, age: age(last_block.s_timestamp) },
    { chain: "resource", height: last_resource_block.height, age: age(last_resource_block.timestamp) },
  ];
}
