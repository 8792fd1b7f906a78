import { spawn } from "node:child_process";
import { once } from "node:events";
import { publicKeyToAddress } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { messageOf } from "../../codec/chain-error.js";
import { isKey } from "../../codec/ed25519.js";
import type { ValueMap } from "../../codec/value.js";
import {
  isSigned,
  readSignedTransaction,
  unsignedTransaction,
  type SignedTransaction,
} from "../../records/transaction.js";
import type { KeyEntry } from "./keystore.js";
import * as errors from "./errors.js";

/**
 * Keys that are not here: a program of the user's has one, and signs. The name of such a key is `command:` and the words
 * of the program. With `public-key` as its last word the program prints the public key; with `sign` it reads the hash of a
 * transaction, which is what it signs, and in a second line the transaction itself, and prints the signature.
 */

const PREFIX = "command:";
/** A person may have to touch a device. */
const TIME_LIMIT_MS = 30_000;
const MAX_OUTPUT = 1024;

/** The keys that programs of this process's user have told, by name: a program is asked once. */
const told = new Map<string, Promise<KeyEntry>>();

export function isCommandKey(name: string | undefined): name is string {
  return name?.startsWith(PREFIX) === true;
}

/** Asks a program for its public key. Throws `KEY_COMMAND`. */
export function findCommandKey(name: string): Promise<KeyEntry> {
  const entry = told.get(name) ?? askEntry(name);
  told.set(name, entry);
  // It is asked again once the user has mended what it failed for.
  entry.catch(() => told.delete(name));
  return entry;
}

async function askEntry(name: string): Promise<KeyEntry> {
  const publicKey = await run(name, "public-key");
  if (!isKey(publicKey)) throw failed(name, "it printed no public key of 64 lower-case hex characters");
  return { name, address: publicKeyToAddress(publicKey), publicKey, isDefault: false, hasPassword: false };
}

/** Has a program sign a transaction. Throws `KEY_COMMAND`, also for a signature that is not of its public key. */
export async function signByCommand(
  { name, publicKey: public_key }: KeyEntry,
  transaction: ValueMap,
): Promise<SignedTransaction> {
  const { hash } = unsignedTransaction(transaction);
  const signature = await run(name, "sign", `${hash}\n${canonicalJson(transaction)}\n`);
  const signed = readSignedTransaction({ transaction, public_key, signature });
  if (!isSigned(signed)) throw failed(name, "it printed no signature of the first line by its public key");
  return signed;
}

/** Runs the program without a shell, and returns what it prints. What it tells the user goes to stderr. */
async function run(name: string, task: string, input = ""): Promise<string> {
  const [program = "", ...words] = name.slice(PREFIX.length).trim().split(/\s+/);
  const own = Object.entries(process.env).filter(([variable]) => !variable.startsWith("CHAINNODE_"));
  const child = spawn(program, [...words, task], {
    stdio: ["pipe", "pipe", "inherit"],
    env: Object.fromEntries(own),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    killSignal: "SIGKILL",
  });
  // A program may end without reading.
  child.stdin.on("error", () => undefined).end(input);
  // Also when what the program has started lives on with its output.
  const end = (): void => {
    child.kill("SIGKILL");
    child.stdout.destroy();
  };
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.length > MAX_OUTPUT) end();
  });
  const [code, signal] = await once(child, "close").catch((error: unknown) => {
    end();
    const isLate = (error as Error).name === "AbortError";
    throw failed(name, isLate ? `it took longer than ${TIME_LIMIT_MS / 1000} s` : messageOf(error));
  });
  if (code !== 0) throw failed(name, `it ended with ${signal ?? `code ${code}`}`);
  return output.trim();
}

function failed(name: string, reason: string): Error {
  return errors.keyCommand({ program: name.slice(PREFIX.length), reason });
}
