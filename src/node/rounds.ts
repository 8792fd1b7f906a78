import { messageOf } from "../codec/chain-error.js";
import { ChainMaker, type ChainMakerOptions, type StepOptions } from "../consensus/chain-maker.js";
import { passed, repeatOnCall } from "../base/clock/clock.js";
import { isInstant } from "../consensus/instant.js";
import type { Lane } from "../base/lane.js";
import type { ReceiptBook, RoundTip } from "../consensus/receipt-book.js";
import { RoundSigner } from "../consensus/round-signer.js";
import type { ValidatorKey } from "../consensus/validator-key.js";
import { createReceipt, signedQueryOf } from "../records/receipt.js";
import type { MainBlockSummary } from "../store/store.js";
import { BlockLog } from "./block-log.js";
import type { Identity } from "../data/directory/identity.js";
import type { Log } from "../base/log.js";
import type { StandstillWatch } from "./standstill.js";

type TurnResult = "block" | "none" | "failed";
/** Called after every turn, with the seconds that it took. */
export type OnTurn = (result: TurnResult, seconds: number) => void;

interface RoundsOptions extends Omit<ChainMakerOptions, "signer"> {
  /** The lane in which blocks are committed. */
  readonly lane: Lane;
  readonly key: ValidatorKey;
  readonly identity: Pick<Identity, "peer" | "owner">;
  /** Where the receipt that the node gives itself is kept. */
  readonly receipts: ReceiptBook;
  readonly standstill: StandstillWatch;
  /** Whether the node is taking blocks from a peer. */
  readonly isFollowing: () => boolean;
  readonly onBlock: (block: MainBlockSummary) => void;
  readonly onTurn: OnTurn;
  readonly log: Log;
}

/** Turns of a validator in one interval (PROTOCOL 9.1), but at most one every 20 ms. */
const TURNS_PER_INTERVAL = 10;
const SHORTEST_TURN_US = 20_000;
/** The longest pause, µs, while no transaction waits. */
const LONGEST_PAUSE_US = 1_000_000;
/**
 * On an instant chain, the pause after a turn while transactions of several senders wait: at least this long, µs, and
 * this many times what the turn took, so that accepting the next ones has most of the time.
 */
const INSTANT_PAUSE_US = 5000;
const PAUSE_TURNS = 2;
/** As long as no block may be made before the grace is over, there are so many turns in it. */
const GRACE_TURNS = 5;
/** Then its blocks have one line of the log in this time, µs. */
const LOG_US = 1_000_000;

/** A fault that has not shown for this long is over. */
const FAULT_US = 30_000_000;

interface Fault {
  readonly reason: string;
  /** When it began, µs. */
  readonly sinceUs: number;
  /** When a turn last failed by it, µs. */
  readonly lastUs: number;
}

export class Rounds {
  readonly #options: RoundsOptions;
  readonly #chainMaker: ChainMaker;
  readonly #receipts: OwnReceipts;
  readonly #blockLog: BlockLog;
  #turns: ReturnType<typeof repeatOnCall> | null = null;
  /** Whether blocks are made on request alone. */
  #isHeld = false;
  /** Whether no transaction waited at the last turn, so that the next one is not soon. */
  #isIdle = false;
  #fault: Fault | null = null;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#chainMaker = new ChainMaker({ ...options, signer: new RoundSigner(options.key) });
    this.#receipts = new OwnReceipts(options);
    const { main_chain_interval } = options.ledger.network.constants;
    this.#blockLog = new BlockLog(options.clock, options.log, isInstant(main_chain_interval) ? LOG_US : 0);
  }

  get isRunning(): boolean {
    return this.#turns !== null;
  }

  /** Why blocks cannot be made, null when there is no fault. */
  get fault(): string | null {
    return this.#fault?.reason ?? null;
  }

  start(): void {
    const { ledger, clock, lane } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    const turnUs = Math.max(SHORTEST_TURN_US, interval / TURNS_PER_INTERVAL);
    this.#turns ??= repeatOnCall(clock, turnUs, async () => {
      const tookUs = await lane(() => this.#takeTurn());
      if (isInstant(interval)) return this.#instantPauseUs(interval, tookUs);
      this.#isIdle = this.#options.pool.size === 0;
      return this.#isIdle ? Math.max(turnUs, Math.min(interval, LONGEST_PAUSE_US)) : turnUs;
    });
  }

  /** Takes a turn at once if no transaction was waiting at the last one. */
  wake(): void {
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#turns?.call();
  }

  /** Makes blocks from now on, but on request alone. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Makes blocks of what waits. */
  async makeBlocks(): Promise<void> {
    const { ledger, clock } = this.#options;
    if (this.#isHeld) await this.#sealDue(clock.nowUs() + ledger.network.constants.main_chain_interval);
  }

  /** Takes a turn at once after a pause, and where a block need not wait for its round. */
  noteAccepted(): void {
    const { ledger, pool, clock, ages } = this.#options;
    if (!isInstant(ledger.network.constants.main_chain_interval)) return this.wake();
    // Where several senders are, the turns follow each other by themselves.
    if (pool.size === 1 || ages.isLone(clock.nowUs())) this.#turns?.call();
  }

  #instantPauseUs(interval: number, tookUs: number): number {
    const { pool, clock, ages } = this.#options;
    if (pool.size === 0) return SHORTEST_TURN_US;
    const nowUs = clock.nowUs();
    if (ages.isLone(nowUs)) return interval;
    return Math.max(INSTANT_PAUSE_US, PAUSE_TURNS * tookUs, ages.graceUs(nowUs) / GRACE_TURNS);
  }

  /**
   * Ends the turns. When the rounds are running and this node is the only validator, it first seals what falls due
   * within `graceUs` µs (PROTOCOL 15.2).
   */
  async finish(graceUs: number): Promise<void> {
    if (!this.isRunning) return;
    this.stop();
    await this.#sealDue(this.#options.clock.nowUs() + graceUs);
  }

  /** Seals what falls due up to a time, as long as this node is the only validator. */
  async #sealDue(untilUs: number): Promise<void> {
    const { ledger, pool, clock, lane } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    // A transaction fits into a block dated at or after its timestamp.
    const isDue = (timestampUs: number): boolean => Math.ceil(timestampUs / interval) * interval <= untilUs;
    const isWaiting = (): boolean => pool.all().some(({ transaction }) => isDue(transaction.timestamp));
    while (isWaiting() && clock.nowUs() <= untilUs && (await this.#chainMaker.isAlone())) {
      const { height } = ledger.tip;
      await lane(() => this.#takeTurn({ isEnding: true }));
      if (ledger.tip.height === height) await passed(clock, Math.min(SHORTEST_TURN_US, interval));
    }
  }

  /** Starts no further turn. A turn that has begun continues in its lane. */
  stop(): void {
    this.#turns?.end();
    this.#turns = null;
    this.#blockLog.flush();
  }

  /** Returns how long it took, µs. */
  async #takeTurn(step: StepOptions = {}): Promise<number> {
    const { ledger, clock, standstill, isFollowing, onBlock, onTurn } = this.#options;
    const beginUs = clock.nowUs();
    let result: TurnResult = "none";
    try {
      // A node that takes blocks from a peer makes none of its own meanwhile (PROTOCOL 9.2).
      const block = isFollowing() ? null : await this.#chainMaker.step(step);
      this.#endFault(block !== null);
      if (ledger.network.ruleSet.hasReceipts) await this.#receipts.earn(ledger.tip);
      await standstill.look();
      if (block === null) {
        this.#blockLog.look();
      } else {
        result = "block";
        this.#blockLog.note(block);
        onBlock(block);
      }
    } catch (error) {
      // The next turn starts again from the tip. The operator sees the fault in the log and the status.
      result = "failed";
      this.#noteFault(messageOf(error));
    }
    const tookUs = clock.nowUs() - beginUs;
    onTurn(result, tookUs / 1_000_000);
    return tookUs;
  }

  /** Logs a fault when it begins, not in each of the many turns a second that fail by it. */
  #noteFault(reason: string): void {
    const { clock, log } = this.#options;
    const now = clock.nowUs();
    if (this.#fault?.reason !== reason) log({ level: "error", module: "consensus", message: reason });
    this.#fault = { reason, sinceUs: this.#fault?.sinceUs ?? now, lastUs: now };
  }

  /**
   * Ends a fault once a block is made, or no turn has failed for a while: a turn that had nothing to write or to sign
   * succeeds during a fault, too.
   */
  #endFault(isBlockMade: boolean): void {
    const fault = this.#fault;
    if (fault === null) return;
    const { clock, log } = this.#options;
    const now = clock.nowUs();
    if (!isBlockMade && now - fault.lastUs < FAULT_US) return;
    this.#fault = null;
    const fields = { after: fault.reason, seconds: Math.round((now - fault.sinceUs) / 1_000_000) };
    log({ level: "info", module: "consensus", message: "the rounds continue", fields });
  }
}

/** Earns the receipt that a running node gives itself once a round (PROTOCOL 10.9). */
class OwnReceipts {
  readonly #options: Pick<RoundsOptions, "receipts" | "identity" | "key">;
  #roundKey = "";

  constructor(options: Pick<RoundsOptions, "receipts" | "identity" | "key">) {
    this.#options = options;
  }

  /** Earns the receipt of the round, unless it has been earned or no main chain exists yet. */
  async earn(tip: RoundTip): Promise<void> {
    const { receipts, key, identity } = this.#options;
    if (tip.blockhash === this.#roundKey || tip.height === 0 || !key.isServing) return;
    const { peer, owner } = identity;
    const query = { previous_blockhash: tip.blockhash, address: peer.address };
    const [signature] = (await key.sign([{ kind: "query", ...query }])) ?? [];
    if (signature === undefined) return;
    const signedQuery = signedQueryOf(query, { public_key: key.publicKey, signature });
    receipts.add(tip, createReceipt(signedQuery, owner, peer.privateKey), { rank: "own" });
    this.#roundKey = tip.blockhash;
  }
}
