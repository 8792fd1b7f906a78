import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../src/client/create-client.js";
import { risingTime } from "../../src/base/clock/system-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { FastSigner, type SignedForm } from "../support/fast-signer.js";
import { formRequest, KeptConnection } from "../support/load/kept-connection.js";
import { fundSigners, loadSigner, missingFrom, SIGNERS } from "../support/load/send-load.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { pick } from "./big-chain.js";
import { ascending, percentile } from "./paced.js";
import type { Figure } from "./results.js";

const IN_TURN = 1000;
const WARM_UP = 200;
const CLIENTS = 64;
const PAUSE_MS = 5;
const WAIT_MS = 30_000;
const AT_ONCE = Number(process.env["CHAINNODE_INSTANT_TRANSACTIONS"] ?? 20_000);

const nextUs = risingTime(() => Date.now() * 1000);

/** A script that waits for each block, and many clients at once, on a chain without rounds. */
export async function bench(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, flags] of [
    ["fsync", []],
    ["volatile", ["--volatile"]],
  ] as const)
    await onNode(flags, async (node) => void figures.push(...(await sendInTurn(node, name))));
  await onNode([], async (node) => {
    await fundSigners(node.url);
    figures.push(...(await sendAtOnce(node)));
  });
  return figures;
}

async function onNode(flags: readonly string[], work: (node: DevProcess) => Promise<void>): Promise<void> {
  const directory = await makeTempDirectory();
  const node = await startDevProcess(directory, flags);
  try {
    await work(node);
  } finally {
    await node.stop();
    await rm(directory, { recursive: true });
  }
}

const recipient = devAccounts()[1]?.address ?? "";

function sendRequest(target: URL, form: SignedForm, wait?: number): string {
  const members = wait === undefined ? form : { ...form, wait: String(wait) };
  return formRequest(target, "/sendtransaction", new URLSearchParams(members).toString());
}

/** Sends one, waits for its block, and sends the next. */
async function sendInTurn({ url }: DevProcess, name: string): Promise<Figure[]> {
  const target = new URL(url);
  const [account] = devAccounts();
  if (account === undefined) throw new Error("There are no accounts. ");
  const signer = new FastSigner(account);
  const connection = new KeptConnection(target, "127.0.0.1");
  const times: number[] = [];
  for (let index = -WARM_UP; index < IN_TURN; index += 1) {
    const begin = performance.now();
    const form = signer.transfer(recipient, nextUs());
    const answer = await connection.exchange(sendRequest(target, form, WAIT_MS));
    if (answer?.body.includes('"state":"committed"') !== true)
      throw new Error(answer?.body ?? "The node ended. ");
    if (index >= 0) times.push(performance.now() - begin);
  }
  connection.close();
  const sorted = ascending(times);
  const total = times.reduce((sum, time) => sum + time, 0);
  return [
    { name: `${name}: one after the other, median`, value: percentile(sorted, 0.5), unit: "ms" },
    { name: `${name}: one after the other, p99`, value: percentile(sorted, 0.99), unit: "ms" },
    { name: `${name}: one after the other`, value: (1000 * times.length) / total, unit: "tx/s" },
  ];
}

/** Many clients, each with its own connection and a pause after each answer. */
async function sendAtOnce({ url }: DevProcess): Promise<Figure[]> {
  const target = new URL(url);
  const signers = Array.from({ length: SIGNERS }, (_, index) => new FastSigner(loadSigner(index)));
  const client = createClient({ url });
  const committedBefore = await client.transactionCount();
  const refused = new Map<string, number>();
  const accepted: string[] = [];
  const beginMs = performance.now();
  let sent = 0;
  const run = async (): Promise<void> => {
    const connection = new KeptConnection(target, "127.0.0.1");
    while (sent < AT_ONCE) {
      sent += 1;
      const form = pick(signers, sent).transfer(recipient, nextUs());
      const answer = await connection.exchange(sendRequest(target, form));
      const hash = /: ([0-9a-f]{78})/.exec(answer?.body ?? "")?.[1];
      const reason = /"code":"(\w+)"/.exec(answer?.body ?? "")?.[1] ?? String(answer?.body);
      if (answer?.status === 200 && hash !== undefined) accepted.push(hash);
      else refused.set(reason, (refused.get(reason) ?? 0) + 1);
      await setTimeout(PAUSE_MS);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, run));
  const seconds = (performance.now() - beginMs) / 1000;
  await setTimeout(2000);
  const committed = (await client.transactionCount()) - committedBefore;
  const missing = await missingFrom(url, accepted);
  const name = `${CLIENTS} clients`;
  return [
    { name: `${name}: accepted`, value: accepted.length / seconds, unit: "tx/s" },
    { name: `${name}: refused as overtaken`, value: refused.get("TRANSACTION_OVERTAKEN") ?? 0, unit: "tx" },
    ...[...refused].map(([reason, value]) => ({ name: `${name}: refused, ${reason}`, value, unit: "tx" })),
    { name: `${name}: accepted − committed`, value: accepted.length - committed + missing.size, unit: "tx" },
  ];
}
