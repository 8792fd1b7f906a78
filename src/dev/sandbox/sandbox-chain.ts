import { isAddress } from "../../codec/address.js";
import type { ChainError } from "../../codec/chain-error.js";
import type { ValueMap } from "../../codec/value.js";
import { createLane, settled } from "../../base/lane.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { floorToInterval } from "../../records/round-time.js";
import { transactionDropped } from "../../records/errors.js";
import { OverlayStore } from "../../store/overlay/overlay-store.js";
import { forwarding } from "../../store/decorated.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import type { Engine } from "../../api/engine.js";
import type { ChainFounder } from "../../node/preset.js";
import { ReadChain } from "../../replay/read-chain.js";
import { fundEntry, prepareFund, makeBlock, searchNonce } from "./make-block.js";
import {
  Impersonation,
  openSandboxState,
  type SandboxState,
  type SandboxOptions,
  type Snapshot,
} from "./sandbox-state.js";
import { LongWork, type LongWorkOptions } from "./long-work.js";
import * as errors from "../errors.js";
import { malformedAddress } from "../../data/keys/named-keys.js";

const SECOND_US = 1_000_000;
/** The latest time, in µs: below the last safe integer, with room for the times of transactions. */
const LATEST_US = 9_000_000_000_000_000;

/**
 * A chain whose time passes, and whose blocks are made, only on request: a node that takes part in no rounds, and the
 * code that makes blocks in their place. Each method throws the errors of the work that it starts.
 */
export class SandboxChain {
  /** Every operation of the RPC interface (docs/rpc.md). It stays valid after a revert. */
  readonly engine: Engine = forwarding(() => this.#now.node);
  readonly #options: SandboxOptions;
  readonly #impersonation: Impersonation;
  readonly #snapshots: Snapshot[] = [];
  readonly #refusals = new Map<string, ChainError>();
  /** Runs one operation at a time, also when the caller did not await the previous one. */
  readonly #lane = createLane();
  #now: SandboxState;
  #lastTimeUs = 0;

  private constructor(options: SandboxOptions, impersonation: Impersonation, now: SandboxState) {
    this.#options = options;
    this.#impersonation = impersonation;
    this.#now = now;
  }

  static async open(options: SandboxOptions): Promise<SandboxChain> {
    const { store, startUs } = options;
    const impersonation = new Impersonation();
    const start = { store, ledger: null, timeUs: startUs, pool: [] };
    return new SandboxChain(options, impersonation, await openSandboxState(options, impersonation, start));
  }

  /** What a transaction must say of the network (PROTOCOL 16.5). */
  get networkMembers(): ReadonlyMap<string, string> {
    return networkMembers(this.#now.node.ledger.network);
  }

  get network(): NetworkDefinition {
    return this.#options.network;
  }

  get height(): number {
    return this.tip.height;
  }

  get tip(): MainBlockSummary {
    return this.#now.node.ledger.tip;
  }

  /** The chain after its last block; another one after a revert. */
  get reader(): StoreReader {
    return this.#now.store;
  }

  /** Returns a time for a transaction, in µs: later than the last block and than every time returned before. */
  nextTimeUs(): number {
    this.#lastTimeUs = this.earliestTimeUs;
    return this.#lastTimeUs;
  }

  /** The time that `nextTimeUs` returns next. */
  get earliestTimeUs(): number {
    const { clock, node } = this.#now;
    return Math.max(clock.nowUs(), node.ledger.tip.s_timestamp, this.#lastTimeUs) + 1;
  }

  /** The node as founder of a new chain: waiting for a transaction lets rounds pass. */
  get founder(): ChainFounder {
    const { node } = this.#now;
    return {
      ledger: node.ledger,
      identity: node.identity,
      clock: { nowUs: () => this.nextTimeUs() },
      submit: (transaction) => node.submit(transaction),
      whenIncluded: (hashes) => this.#include(hashes),
    };
  }

  /** Lets rounds pass, by default until the pool is empty; what waits becomes their blocks. Returns the height. */
  mine(rounds?: number, watched?: LongWorkOptions): Promise<number> {
    return this.#lane(async () => {
      const work = new LongWork(watched);
      const interval = this.#now.node.ledger.network.constants.main_chain_interval;
      if (rounds !== undefined) this.#assertReachable(rounds * interval);
      const most = rounds ?? Number.POSITIVE_INFINITY;
      for (let passed = 0; passed < most; passed += 1) {
        await work.step(passed);
        if (this.#now.node.pool.size === 0) {
          // Rounds without transactions only let time pass.
          if (rounds !== undefined) await this.#passEmptyRounds(rounds - passed);
          break;
        }
        await this.#passRound();
      }
      return this.height;
    });
  }

  /** Lets `count` resource intervals pass and mines a resource block after each. Returns the height of the last one. */
  mineResource(count = 1, watched?: LongWorkOptions): Promise<number> {
    return this.#lane(async () => {
      const { ledger, mining } = this.#now.node;
      const work = new LongWork(watched);
      const interval = ledger.network.constants.resource_interval;
      this.#assertReachable(count * interval);
      for (let mined = 0; mined < count; mined += 1) {
        await work.step(mined);
        await this.#pass(interval, new LongWork(work));
        const job = await mining.job();
        if (job === null) throw errors.sandboxNoJob();
        await mining.submit(await searchNonce(job, work.signal));
      }
      return ledger.resourceChain.tip?.height ?? 0;
    });
  }

  /** Lets time pass. Pending transactions become blocks when their rounds come. */
  warp(seconds: number, watched?: LongWorkOptions): Promise<void> {
    return this.#lane(async () => {
      const us = Math.round(seconds * SECOND_US);
      this.#assertReachable(us);
      await this.#pass(us, new LongWork(watched));
    });
  }

  /** Lets time pass up to a time in µs. Throws `SANDBOX_TIME` for one that has passed. */
  warpTo(us: number): Promise<void> {
    return this.#lane(async () => {
      const passing = us - this.#now.clock.nowUs();
      this.#assertReachable(passing);
      await this.#pass(passing, new LongWork());
    });
  }

  /** Takes a snapshot of time, pool and both chains. Returns its number. */
  snapshot(): Promise<number> {
    return this.#lane(async () => {
      const { store, clock, node } = this.#now;
      await node.settled();
      const pool = node.pool.all().map(({ transaction }) => transaction);
      this.#snapshots.push({ store, ledger: node.ledger, timeUs: clock.nowUs(), pool });
      await this.#goTo(this.#snapshots.length);
      return this.#snapshots.length;
    });
  }

  revert(snapshot: number): Promise<void> {
    return this.#lane(() => this.#goTo(snapshot));
  }

  /** Sends a transaction from an address without its key. Returns its hash. Throws the errors of SendTransaction. */
  async sendAs(address: string, transaction: ValueMap): Promise<string> {
    assertAddress(address);
    const made = this.#impersonation.transactionFrom(address, transaction);
    await this.#now.node.submit(made);
    return made.hash;
  }

  /** Creates an amount, in the smallest unit, for an address, in a block of its own round. */
  fund(to: string, amount: string | bigint): Promise<void> {
    return this.#lane(async () => {
      assertAddress(to);
      const { ledger, identity, pool } = this.#now.node;
      const members = { to, amount: String(amount), timestampUs: this.nextTimeUs() };
      const prepared = prepareFund(ledger, identity.node, members);
      pool.add(prepared);
      await this.#passUntilIncluded([prepared.transaction.hash]);
    });
  }

  /** Returns why a transaction was refused when its block was made, null when it was not refused. */
  refusalOf(hash: string): string | null {
    return this.#refusals.get(hash)?.message ?? null;
  }

  openChain(): Promise<ReadChain> {
    const network = createNetwork(this.#options.network);
    return ReadChain.open({
      reader: this.#now.store,
      network,
      isDefinitionKnown: true,
      unregistered: [fundEntry(network)],
      asSent: (transaction) => this.#impersonation.asSent(transaction),
    });
  }

  async close(): Promise<void> {
    await settled(this.#lane);
    await this.#now.node.stop();
  }

  async #goTo(snapshot: number): Promise<void> {
    const { length } = this.#snapshots;
    const past = this.#snapshots[snapshot - 1];
    if (past === undefined) throw errors.snapshotUnknown({ snapshot, snapshots: length });
    this.#snapshots.length = snapshot;
    const store = await OverlayStore.over(past.store);
    this.#now = await openSandboxState(this.#options, this.#impersonation, { ...past, store });
    this.#lastTimeUs = 0;
  }

  #include(hashes: readonly string[]): Promise<void> {
    return this.#lane(() => this.#passUntilIncluded(hashes));
  }

  async #passUntilIncluded(hashes: readonly string[]): Promise<void> {
    const { pool, ledger } = this.#now.node;
    while (hashes.some((hash) => pool.get(hash) !== undefined)) await this.#passRound();
    const known = await ledger.store.knownTransactions(hashes);
    const missing = hashes.find((hash) => !known.has(hash));
    if (missing !== undefined) throw this.#refusals.get(missing) ?? transactionDropped({ hash: missing });
  }

  /** Throws `SANDBOX_TIME` for a value that is not a time, or one too late to be an exact number of microseconds. */
  #assertReachable(us: number): void {
    if (Number.isSafeInteger(us) && us >= 0 && this.#now.clock.nowUs() + us <= LATEST_US) return;
    throw errors.sandboxTime({ seconds: us / SECOND_US });
  }

  /** Lets rounds pass with an empty pool: no blocks are made. */
  async #passEmptyRounds(rounds: number): Promise<void> {
    const { clock, node } = this.#now;
    const { main_chain_interval } = node.ledger.network.constants;
    const lastUs = this.#nextRoundUs() + (rounds - 1) * main_chain_interval;
    await clock.advance(lastUs + 1 - clock.nowUs());
    await node.settled();
  }

  async #pass(us: number, work: LongWork): Promise<void> {
    const { clock, node } = this.#now;
    const endUs = clock.nowUs() + us;
    for (let passed = 0; node.pool.size > 0 && this.#nextRoundUs() <= endUs; passed += 1) {
      await work.step(passed);
      await this.#passRound();
    }
    await clock.advance(Math.max(0, endUs - clock.nowUs()));
  }

  #nextRoundUs(): number {
    const { clock, node } = this.#now;
    const interval = node.ledger.network.constants.main_chain_interval;
    return floorToInterval(clock.nowUs(), interval) + interval;
  }

  async #passRound(): Promise<void> {
    const { clock, node } = this.#now;
    const roundUs = this.#nextRoundUs();
    await clock.advance(roundUs - clock.nowUs());
    await node.settled();
    for (const [hash, error] of await makeBlock(node, roundUs)) this.#refusals.set(hash, error);
    // Records made from now on are newer than the block.
    await clock.advance(1);
  }
}

function assertAddress(address: string): void {
  if (!isAddress(address)) throw malformedAddress(address);
}
