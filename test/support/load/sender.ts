/** A process that signs transfers in advance and sends them on schedule. Its parent sends one message, a LoadOrder. */
import { setTimeout } from "node:timers/promises";
import { FastSigner } from "../fast-signer.js";
import { formRequest, KeptConnection } from "./kept-connection.js";
import { loadSigner, type LoadOrder, type LoadReport } from "./send-load.js";

/** A transaction that is later than this on its schedule is neither sent nor counted as offered. */
const MAX_LATE_MS = 100;
/** The longest random time between timestamp and sending, like the delay of a network. */
const MAX_AGE_MS = 20;
const CONNECTIONS_AN_ADDRESS = 60;
const TICK_MS = 2;
const CONNECT_MS = 500;
/** The number of sample signatures that estimate the time of all. */
const SAMPLE = 500;

interface Due {
  readonly atUs: number;
  readonly request: string;
  readonly sendAtMs: number;
}

process.once("message", (order: LoadOrder) => void run(order));

async function run(order: LoadOrder): Promise<void> {
  const dues = signAhead(order);
  // Opened only now, because a server closes idle connections.
  await setTimeout(Math.max(0, (dues[0]?.sendAtMs ?? 0) - Date.now() - CONNECT_MS));
  const connections = openConnections(order);
  const report = await send(dues, connections);
  for (const connection of connections) connection.close();
  process.send?.(report, () => process.disconnect());
}

/** Takes a free connection that is still open. The server closes idle ones. */
function takeOpen(free: KeptConnection[]): KeptConnection | undefined {
  let connection = free.pop();
  while (connection !== undefined && !connection.isOpen) connection = free.pop();
  return connection;
}

function openConnections({ url, connections }: LoadOrder): KeptConnection[] {
  const target = new URL(url);
  return Array.from({ length: connections }, (_, index) => {
    const address = `127.0.0.${2 + Math.floor(index / CONNECTIONS_AN_ADDRESS)}`;
    return new KeptConnection(target, address);
  });
}

/** Signs all of them, stamped with the times at which they are to be sent: from soon after the last signature. */
function signAhead({ url, rate, seconds, signers, recipient, random }: LoadOrder): readonly Due[] {
  const target = new URL(url);
  const fast = Array.from({ length: signers }, (_, index) => new FastSigner(loadSigner(index)));
  const count = Math.floor(rate * seconds);
  const signOne = (index: number, atUs: number): string => {
    const form = (fast[index % fast.length] as FastSigner).transfer(recipient, atUs);
    return formRequest(target, "/sendtransaction", new URLSearchParams(form).toString());
  };
  const begin = performance.now();
  for (let index = 0; index < SAMPLE; index += 1) signOne(index, index);
  const eachMs = (performance.now() - begin) / SAMPLE;
  const startUs = (Date.now() + Math.ceil(count * eachMs * 2) + 1000) * 1000;
  let state = random;
  const dues: Due[] = [];
  for (let index = 0; index < count; index += 1) {
    const atUs = startUs + Math.floor((index * 1_000_000) / rate);
    // A linear congruence: the same load in every run.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const ageMs = (state / 2_147_483_648) * MAX_AGE_MS;
    dues.push({ atUs, request: signOne(index, atUs), sendAtMs: atUs / 1000 + ageMs });
  }
  if (Date.now() * 1000 > startUs) throw new Error("The signatures took longer than expected. ");
  return dues.toSorted((left, right) => left.sendAtMs - right.sendAtMs);
}

async function send(dues: readonly Due[], connections: readonly KeptConnection[]): Promise<LoadReport> {
  const free = [...connections];
  const report: LoadReport = {
    offered: 0,
    accepted: [],
    refused: {},
    lost: 0,
    acceptedMs: [],
    refusedMs: [],
  };
  const underWay = new Set<Due>();
  const exchange = async (due: Due, connection: KeptConnection): Promise<void> => {
    underWay.add(due);
    report.offered += 1;
    const begin = performance.now();
    const answer = await connection.exchange(due.request);
    const tookMs = performance.now() - begin;
    underWay.delete(due);
    if (connection.isOpen) free.push(connection);
    if (answer === null) report.lost += 1;
    else if (answer.status === 200) {
      report.accepted.push(/[0-9a-f]{78}/.exec(answer.body)?.[0] ?? "");
      report.acceptedMs.push(tookMs);
    } else {
      const reason = `${answer.status} ${(/"msg":"([^"]*)"/.exec(answer.body)?.[1] ?? "").replaceAll(/[0-9]+/g, "…").trim()}`;
      report.refused[reason] = (report.refused[reason] ?? 0) + 1;
      report.refusedMs.push(tookMs);
    }
  };
  let next = 0;
  while (next < dues.length && connections.some(({ isOpen }) => isOpen)) {
    const nowMs = Date.now();
    for (let due = dues[next]; due !== undefined && due.sendAtMs <= nowMs; due = dues[next]) {
      const isLate = nowMs - due.sendAtMs > MAX_LATE_MS;
      const connection = isLate ? undefined : takeOpen(free);
      if (!isLate && connection === undefined) break;
      next += 1;
      if (connection !== undefined) void exchange(due, connection);
    }
    await setTimeout(TICK_MS);
  }
  while (underWay.size > 0) await setTimeout(TICK_MS);
  return report;
}
