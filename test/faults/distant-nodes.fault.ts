import { setTimeout as pause } from "node:timers/promises";
import type { Value } from "../../src/codec/value.js";
import { createClient, type Client } from "../../src/client/index.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { pacedLatencies } from "../bench/paced.js";
import { signTransaction } from "../../src/records/transaction.js";
import type { Fault, Random } from "./fault.js";
import { STARVED, watchProcessorWait } from "./processor-wait.js";

const NODES = 4;
const ROUND_TRIP_MS = 150;
const PER_SECOND = 50;
/** One time alone is a sample. */
const [SECONDS, SAMPLE_SECONDS] = [60, 20];
/** Without a resource block for a confirm interval no validator may seal. */
const MINING_PAUSE_MS = 60_000;
const ACCOUNTS = 10;
const POLL_MS = 500;

export const fault: Fault = {
  fault: "The nodes of a network are far from each other",
  made: `a proxy before each of four validators makes every round trip ${ROUND_TRIP_MS} ms; a transaction every ${1000 / PER_SECOND} ms, dated now, goes to a random node, and the nodes mine in turn, a block each minute`,
  promise:
    "every transaction that a node accepted is in a block of all nodes; where the machine is too slow for the load, each one that is not is reported as dropped by the node that accepted it",
  times: { full: 10, sample: 0 },
  async run(times, random) {
    const network = await NetworkProcesses.found(NODES);
    try {
      const clients = network.urls.map((url) => createClient({ url, retries: 0 }));
      network.setLatency(ROUND_TRIP_MS);
      const height = Math.max(...(await Promise.all(clients.map((client) => client.blockCount()))));
      const load = new DistantLoad(clients, random);
      const end = new AbortController();
      const waitedShare = await watchProcessorWait(network.pids);
      const mining = mineInTurn(network, end.signal);
      await load.run(times === 1 ? SAMPLE_SECONDS : times * SECONDS);
      const waited = await waitedShare();
      end.abort();
      await mining;
      await load.settle();
      return await load.outcome(height, waited);
    } finally {
      await network.end();
    }
  },
};

async function mineInTurn(network: NetworkProcesses, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await network.mineOne(turn % NODES);
    await pause(MINING_PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Transfers to random nodes, and what became of them. */
class DistantLoad {
  readonly #clients: readonly Client[];
  readonly #accounts = devAccounts();
  readonly #random: Random;
  /** The nodes that accepted them, by hash. */
  readonly #accepted = new Map<string, Client>();
  #sent = 0;
  #refused = 0;

  constructor(clients: readonly Client[], random: Random) {
    this.#clients = clients;
    this.#random = random;
  }

  async run(seconds: number): Promise<void> {
    await pacedLatencies({ count: PER_SECOND * seconds, perSecond: PER_SECOND }, () => this.#send());
  }

  /** Waits until no node has any of them in its pool. */
  async settle(): Promise<void> {
    for (const client of this.#clients)
      while ((await client.broadcast()).transactions.size > 0) await pause(POLL_MS);
  }

  /** Fails when a node lacks a transaction that one of them accepted, unless the machine was too slow. */
  async outcome(height: number, waited: number): Promise<string> {
    const lost = new Map<string, Client>();
    for (const client of this.#clients) {
      const lacked = new Map(this.#accepted);
      const last = await client.blockCount();
      for (let next = height + 1; next <= last; next += 1)
        for (const { hash } of (await client.getBlock(next))?.transactions ?? []) lacked.delete(hash);
      for (const [hash, accepting] of lacked) lost.set(hash, accepting);
    }
    const { size } = this.#accepted;
    const counts = `${size - lost.size} of ${size} accepted transactions in blocks, ${this.#refused} refused`;
    const isReported = await this.#areDropped(lost);
    if (lost.size === 0) return counts;
    if (waited <= STARVED || !isReported) throw new Error(counts);
    return `${counts}, ${lost.size} reported as dropped; the nodes waited for a processor for ${Math.round(100 * waited)} % of the time`;
  }

  async #areDropped(lost: ReadonlyMap<string, Client>): Promise<boolean> {
    for (const [hash, client] of lost)
      if ((await client.transactionFate(hash))?.state !== "dropped") return false;
    return true;
  }

  async #send(): Promise<void> {
    const index = this.#sent;
    this.#sent += 1;
    const client = this.#clients[Math.floor(this.#random() * this.#clients.length)] as Client;
    const [from, to] = [this.#accounts[index % ACCOUNTS], this.#accounts[(index + 1) % ACCOUNTS]];
    const timestamp = BigInt(Date.now() * 1000 + (index % 1000));
    const members = {
      type: "Send",
      timestamp,
      from: from?.address ?? "",
      to: to?.address ?? "",
      amount: "1",
    };
    const content = new Map<string, Value>(Object.entries(members));
    const transfer = signTransaction(content, from?.privateKey ?? "");
    try {
      await client.sendTransaction(transfer);
      this.#accepted.set(transfer.hash, client);
    } catch {
      this.#refused += 1;
    }
  }
}
