/** A process that signs transfers in advance and sends them on schedule. Its parent sends one message, a LoadOrder. */
import { setTimeout } from "node:timers/promises";
import { KeptConnection } from "./kept-connection.js";
import { PROTOCOLS, type LoadProtocol } from "./protocols.js";
import type { LoadOrder, LoadReport } from "./send-load.js";

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
  const protocol = PROTOCOLS[order.protocol];
  const dues = signAhead(order, protocol);
  // Opened only now, because a server closes idle connections.
  await setTimeout(Math.max(0, (dues[0]?.sendAtMs ?? 0) - Date.now() - CONNECT_MS));
  const connections = openConnections(order);
  const report = await send(dues, connections, protocol);
  for (const connection of connections) connection.close();
  process.send?.(report, () => process.disconnect());
}

/**
 * Takes the connection that has been free for longest, so that all are used in turn: a server closes those that are idle.
 */
function takeOpen(free: KeptConnection[]): KeptConnection | undefined {
  let connection = free.shift();
  while (connection !== undefined && !connection.isOpen) connection = free.shift();
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
function signAhead(order: LoadOrder, protocol: LoadProtocol): readonly Due[] {
  const { rate, seconds, random } = order;
  const count = Math.floor(rate * seconds);
  const signOne = protocol.signer(order);
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
    const ageMs = protocol.isOrdered ? 0 : (state / 2_147_483_648) * MAX_AGE_MS;
    dues.push({ atUs, request: signOne(index, atUs), sendAtMs: atUs / 1000 + ageMs });
  }
  if (Date.now() * 1000 > startUs) throw new Error("The signatures took longer than expected. ");
  return dues.toSorted((left, right) => left.sendAtMs - right.sendAtMs);
}

async function send(
  dues: readonly Due[],
  connections: readonly KeptConnection[],
  protocol: LoadProtocol,
): Promise<LoadReport> {
  const free = [...connections];
  const report: LoadReport = {
    startMs: dues[0]?.sendAtMs ?? 0,
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
    // Where order matters, the place of one that is late is left out, and not its transaction.
    const { request } = protocol.isOrdered ? (dues[report.offered] as Due) : due;
    report.offered += 1;
    const begin = performance.now();
    const answer = await connection.exchange(request);
    const tookMs = performance.now() - begin;
    underWay.delete(due);
    if (connection.isOpen) free.push(connection);
    if (answer === null) {
      report.lost += 1;
      return;
    }
    const read = protocol.read(answer);
    if ("hash" in read) {
      report.accepted.push(read.hash);
      report.acceptedMs.push(tookMs);
    } else {
      report.refused[read.reason] = (report.refused[read.reason] ?? 0) + 1;
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
