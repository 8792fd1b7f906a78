import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createClient } from "../../../src/client/create-client.js";
import { hashOf } from "../../../src/codec/hash.js";
import type { Value } from "../../../src/codec/value.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { createKeyPair, type KeyPair } from "../../../src/data/directory/identity.js";
import { formRequest, KeptConnection } from "./kept-connection.js";
import type { PROTOCOLS } from "./protocols.js";

export interface LoadSettings {
  /** The rate in transactions a second, and the duration. */
  readonly rate: number;
  readonly seconds: number;
  readonly connections?: number;
  /** The processor core of the sender; any by default. */
  readonly core?: number | undefined;
}

/** The orders for a sender. */
export interface LoadOrder extends Required<Omit<LoadSettings, "core">> {
  readonly url: string;
  /** What kind of node it is. */
  readonly protocol: keyof typeof PROTOCOLS;
  /** The private keys of the accounts that sign in turn. Beyond half of an interval's places, an account has 64 places. */
  readonly keys: readonly string[];
  readonly recipient: string;
  /** The seed of the random ages. */
  readonly random: number;
}

/** The result of a load. */
export interface LoadReport {
  /** The time from which the transactions were to be sent (Unix, ms). */
  readonly startMs: number;
  /** The number of transactions sent on schedule. */
  offered: number;
  /** The hashes of the accepted transactions (status 200). */
  readonly accepted: string[];
  /** The number of refusals by status and message. */
  readonly refused: Record<string, number>;
  /** The number of transactions without an answer. */
  lost: number;
  readonly acceptedMs: number[];
  readonly refusedMs: number[];
}

const SENDER = fileURLToPath(new URL("sender.js", import.meta.url));
export const SIGNERS = 128;
const FUNDS = `1${"0".repeat(18)}`;
/** At twice the peak, more answers are awaited than the node leaves waiting on 480 connections. It admits 1,000. */
const MANY_CONNECTIONS = 900;
const SEED = 1;
const ASKED_TOGETHER = 32;

export function loadSigner(index: number): KeyPair {
  return createKeyPair(hashOf(`load ${index}`));
}

/** Funds the accounts that sign the load, and waits until they are funded. */
export async function fundSigners(url: string): Promise<void> {
  const client = createClient({ url });
  const [account] = devAccounts();
  if (account === undefined) throw new Error("There are no accounts. ");
  const hashes: string[] = [];
  for (let index = 0; index < SIGNERS; index += 1) {
    const transaction = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(Date.now() * 1000 + index)],
      ["to", loadSigner(index).address],
      ["amount", FUNDS],
    ]);
    hashes.push(await client.signAndSend(transaction, account.privateKey));
  }
  await untilCommitted(url, hashes);
}

/** Signs and sends a load to a chainnode whose signers are funded. */
export function sendLoad(url: string, load: LoadSettings): Promise<LoadReport> {
  const keys = Array.from({ length: SIGNERS }, (_, index) => loadSigner(index).privateKey);
  return sendFrom({ url, protocol: "chainnode", keys, recipient: devAccounts()[1]?.address ?? "" }, load);
}

/** Signs and sends a load in a separate process, on one processor core if one is named. */
export async function sendFrom(
  source: Pick<LoadOrder, "url" | "protocol" | "keys" | "recipient">,
  { rate, seconds, connections = MANY_CONNECTIONS, core }: LoadSettings,
): Promise<LoadReport> {
  const child = fork(SENDER, { serialization: "advanced" });
  if (core !== undefined) pinProcess(child, core);
  const order: LoadOrder = { ...source, rate, seconds, connections, random: SEED };
  child.send(order);
  const [report] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("The sender ended without a report. ");
    }),
  ])) as [LoadReport];
  return report;
}

/** Keeps a process and all its threads on one processor core. Throws when the system cannot. */
export function pinProcess({ pid }: ChildProcess, core: number): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)]);
}

/** The transactions that are in no block, with the node's reason. */
export async function missingFrom(
  url: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map<string, string>();
  const target = new URL(url);
  const ask = async (part: number): Promise<void> => {
    const connection = new KeptConnection(target, "127.0.0.1");
    for (let index = part; index < hashes.length; index += ASKED_TOGETHER) {
      const hash = hashes[index] ?? "";
      const request = new URLSearchParams({
        request: JSON.stringify({ type: "GetTransaction", target: hash }),
      });
      const answer = await connection.exchange(formRequest(target, "/request", request.toString()));
      if (answer === null) throw new Error("The node ended. ");
      if (!answer.body.includes('"data":{')) missing.set(hash, answer.body);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: ASKED_TOGETHER }, (_, part) => ask(part)));
  return missing;
}

/** Waits until all these transactions are in blocks. */
export async function untilCommitted(url: string, hashes: readonly string[]): Promise<void> {
  while ((await missingFrom(url, hashes)).size > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}
