import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import { createClient, type Client } from "../../src/client/create-client.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { exchange } from "./exchange.js";
import { pacedLatencies, percentile } from "./paced.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const NODES = 4;
const SECONDS = 10;
const FULL_RATE = 400;
const CALM_RATE = 100;
/**
 * Transactions are dated this far ahead, so that no block overtakes them on their way; further ahead under full load.
 */
const AHEAD_US = 500_000;
const FULL_AHEAD_US = 2_000_000;
/** Connections to each node; an address may have 64. */
const CONNECTIONS = 48;
const POLL_MS = 50;
const DRAIN_MS = 5000;

/** Four processes, one of them the validator, with rounds of a second. Transactions go to each node in turn. */
export async function bench(): Promise<Row[]> {
  const network = await NetworkProcesses.form({ nodes: NODES, constants: {} });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const load = new Load(network.urls, agent);
    await load.fund();
    const full = await load.run(FULL_RATE, FULL_AHEAD_US);
    const calm = await load.run(CALM_RATE, AHEAD_US);
    return [
      { name: `accepted at ${FULL_RATE} a second`, value: full.accepted, unit: "tx" },
      { name: "of these in blocks", value: full.inclusionMs.length, unit: "tx" },
      { name: "committed a second, four processes", value: full.inclusionMs.length / SECONDS, unit: "tx/s" },
      { name: `accepted at ${CALM_RATE} a second`, value: calm.accepted, unit: "tx" },
      { name: "of these in blocks", value: calm.inclusionMs.length, unit: "tx" },
      { name: "submission to inclusion, p50", value: percentile(calm.inclusionMs, 0.5) / 1000, unit: "s" },
      { name: "submission to inclusion, p99", value: percentile(calm.inclusionMs, 0.99) / 1000, unit: "s" },
    ];
  } finally {
    agent.destroy();
    await network.end();
  }
}

interface Outcome {
  readonly accepted: number;
  /** Of the committed transactions, ascending. */
  readonly inclusionMs: readonly number[];
}

/** Transfers between the development accounts. */
class Load {
  readonly #urls: readonly string[];
  readonly #agent: Agent;
  readonly #client: Client;
  readonly #accounts = devAccounts();
  readonly #signers = this.#accounts.map((account) => new FastSigner(account));
  readonly #sentAtMs = new Map<string, number>();

  constructor(urls: readonly string[], agent: Agent) {
    this.#urls = urls;
    this.#agent = agent;
    this.#client = createClient({ url: urls[0] ?? "" });
  }

  /** Sends to the validator until each account is funded. */
  async fund(): Promise<void> {
    for (const { privateKey } of this.#accounts) {
      const members = { type: "Faucet", timestamp: BigInt(Date.now() * 1000 + AHEAD_US) };
      const content = new Map<string, Value>(Object.entries(members));
      const faucet = signTransaction(content, privateKey);
      await this.#client.sendTransaction(faucet);
      while ((await this.#client.getTransaction(faucet.hash)) === null) await setTimeout(POLL_MS);
    }
  }

  async run(perSecond: number, aheadUs: number): Promise<Outcome> {
    const watch = this.#watchBlocks();
    let accepted = 0;
    await pacedLatencies({ count: perSecond * SECONDS, perSecond }, async (index) => {
      if ((await this.#send(index, aheadUs)) === 200) accepted += 1;
    });
    await setTimeout(DRAIN_MS);
    return { accepted, inclusionMs: await watch.end() };
  }

  #send(index: number, aheadUs: number): Promise<number> {
    const signer = this.#signers[index % this.#signers.length];
    const recipient = this.#accounts[(index + 1) % this.#accounts.length];
    if (signer === undefined || recipient === undefined) throw new RangeError("There are ten. ");
    const timestamp = Date.now() * 1000 + aheadUs + (index % 1000);
    const form = signer.transfer(recipient.address, timestamp);
    this.#sentAtMs.set(timeHash(hashOf(form.transaction), timestamp), performance.now());
    const url = `${this.#urls[index % this.#urls.length]}/sendtransaction`;
    return exchange(this.#agent, url, new URLSearchParams(form).toString());
  }

  /** Records when each transfer is in a block of the first node. */
  #watchBlocks(): { end(): Promise<readonly number[]> } {
    const inclusionMs: number[] = [];
    let isEnded = false;
    const watching = (async () => {
      let { sync_limit: height } = await this.#client.round();
      for (;;) {
        const last = isEnded;
        const { sync_limit } = await this.#client.round();
        const nowMs = performance.now();
        for (; height < sync_limit; height += 1) {
          const block = await this.#client.getBlock(height + 1);
          for (const { hash } of block?.transactions ?? []) {
            const sentAtMs = this.#sentAtMs.get(hash);
            if (sentAtMs !== undefined) inclusionMs.push(nowMs - sentAtMs);
          }
        }
        if (last) return;
        await setTimeout(POLL_MS);
      }
    })();
    return {
      async end() {
        isEnded = true;
        await watching;
        return inclusionMs.toSorted((left, right) => left - right);
      },
    };
  }
}
