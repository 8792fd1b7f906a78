import { randomBytes } from "node:crypto";
import { ChainError, messageOf } from "../codec/chain-error.js";
import { repeat, type Clock } from "../base/clock/clock.js";
import { createLane, settled } from "../base/lane.js";
import { RepeatedFault } from "../base/repeated-fault.js";
import { Miner, type MinerOptions, type MinerStatus } from "../consensus/miner/miner.js";
import type { MiningJob, MiningResult } from "../consensus/miner/mining-job.js";
import { ResourceMaker, type ResourceMakerOptions } from "../consensus/resource-maker.js";
import type { ResourceBlock } from "../records/resource-block.js";
import type { Log } from "../base/log.js";

/** Searches nonces: in threads, or in tests with a kernel on a virtual clock. */
type NonceSearch = Pick<Miner, "start" | "stop" | "work" | "status">;

export interface MiningSettings {
  readonly threads: number;
  /** The fraction of time that each thread searches: more than 0, at most 1. */
  readonly duty: number;
}

export type NonceSearchFactory = (
  handlers: MiningSettings & Pick<MinerOptions, "onFound" | "onFailure" | "onTried">,
) => NonceSearch;

interface MiningOptions {
  readonly maker: ResourceMaker;
  /** Whether the chain would not keep a resource block of this node now, or would fork. */
  readonly isHeld: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings?: MiningSettings;
  readonly createSearch?: NonceSearchFactory;
  readonly onTried?: MinerOptions["onTried"];
}

const DEFAULT_MINING_SETTINGS: MiningSettings = { threads: 1, duty: 1 };
/** The time, in µs, within which a new tip is noticed. */
const TURN_US = 100_000;

/**
 * Mining in a running node, which can be turned on and off. The node's own miner gets jobs and submits results in the
 * same way as an external one: with `job` and `submit`.
 */
export class Mining {
  readonly #options: MiningOptions;
  #search: NonceSearch;
  readonly #tasks = createLane();
  readonly #faults: RepeatedFault;
  #working: MiningJob | null = null;
  #found: MiningResult | null = null;
  #endTurns: (() => void) | null = null;

  /** Throws `MINING_THREADS` or `MINING_DUTY`. */
  constructor(options: MiningOptions) {
    this.#options = options;
    this.#faults = new RepeatedFault(options.clock);
    this.#search = this.#createSearch(options.settings);
  }

  #createSearch(settings = DEFAULT_MINING_SETTINGS): NonceSearch {
    const { clock, onTried, createSearch = threadSearch(clock) } = this.#options;
    return createSearch({
      ...settings,
      onFound: (result) => void this.#tasks(() => this.#take(result)),
      onFailure: (error) => this.#warn(error),
      onTried,
    });
  }

  /** Searches with other settings from now on. Throws as the constructor, and changes nothing then. */
  async configure(settings: MiningSettings): Promise<void> {
    const search = this.#createSearch(settings);
    const wasOn = this.isOn;
    await this.stop();
    this.#search = search;
    if (wasOn) this.start();
  }

  get isOn(): boolean {
    return this.#endTurns !== null;
  }

  get isSearching(): boolean {
    return this.isOn && this.#working !== null && this.status().mining;
  }

  status(): MinerStatus {
    return this.#search.status();
  }

  /** Turns mining on. Does nothing when it is on already. */
  start(): void {
    if (this.isOn) return;
    this.#search.start();
    this.#endTurns = repeat(this.#options.clock, TURN_US, () => this.#tasks(() => this.#takeTurn()));
  }

  async stop(): Promise<void> {
    this.#endTurns?.();
    this.#endTurns = null;
    await this.settled();
    this.#found = null;
    this.#give(null);
    await this.#search.stop();
  }

  /** Resolves when no result is being processed. */
  settled(): Promise<void> {
    return settled(this.#tasks);
  }

  /** The current job, null when there is nothing to mine. */
  job(): Promise<MiningJob | null> {
    return this.#options.maker.job();
  }

  /** Makes a resource block from a result. Throws why the result is invalid. */
  async submit(result: MiningResult): Promise<ResourceBlock> {
    const block = await this.#options.maker.submit(result);
    const { height, miner, difficulty, blockhash } = block;
    this.#options.log({
      level: "info",
      module: "miner",
      message: "resource block",
      fields: { height, miner, difficulty, blockhash },
    });
    return block;
  }

  async #takeTurn(): Promise<void> {
    try {
      await this.#makeFound();
      if (this.#found !== null) return;
      const job = await this.job();
      if (job?.prefix !== this.#working?.prefix) this.#give(job);
    } catch (error) {
      this.#warn(error);
    }
  }

  async #take(result: MiningResult): Promise<void> {
    // The search ended with this result: it needs a new job, whether or not the result becomes a block.
    this.#working = null;
    this.#found = result;
    await this.#makeFound();
    if (this.isOn) await this.#takeTurn();
  }

  /**
   * Submits the result, unless it is held: the node is taking blocks from a peer, signs nothing, or has a wrong clock.
   * The result waits, and may be too late.
   */
  async #makeFound(): Promise<void> {
    const result = this.#found;
    if (result === null || this.#options.isHeld()) return;
    this.#found = null;
    try {
      // Asking for the job again closes it when another block came first.
      await this.job();
      await this.submit(result);
    } catch (error) {
      this.#warn(error);
    }
  }

  #give(job: MiningJob | null): void {
    this.#working = job;
    this.#search.work(job);
  }

  #warn(error: unknown): void {
    const code = error instanceof ChainError ? error.code : null;
    const message = messageOf(error);
    this.#options.log({
      level: code === "MINING_JOB_CLOSED" || this.#faults.isTold(message) ? "debug" : "warn",
      module: "miner",
      message,
      fields: code === null ? {} : { code },
    });
  }
}

export function createMining(
  {
    mining,
    createSearch,
    onTried,
  }: Pick<MiningOptions, "createSearch" | "onTried"> & { readonly mining?: MiningSettings },
  log: Log,
  making: ResourceMakerOptions & Pick<MiningOptions, "isHeld">,
): Mining {
  return new Mining({
    maker: new ResourceMaker(making),
    isHeld: making.isHeld,
    clock: making.clock,
    log,
    ...(mining === undefined ? {} : { settings: mining }),
    ...(createSearch === undefined ? {} : { createSearch }),
    onTried,
  });
}

function threadSearch(clock: Clock): NonceSearchFactory {
  return (settings) => new Miner({ ...settings, random: randomBytes, now: () => clock.nowUs() });
}
