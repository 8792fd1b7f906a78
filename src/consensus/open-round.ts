import { attempted } from "../codec/chain-error.js";
import type { BlockExecution, ExecutedBlock } from "../ledger/execute-block.js";
import type { WorkAllowance } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import { assertSeal, createSeal, type Seal } from "../records/seal.js";
import { hashSignedRecord, hypothesisRecord, type HypothesisRecord } from "../records/signed-record.js";
import type { MainBlockSummary } from "../store/store.js";
import { longestGrace, type ArrivalAges } from "./arrival-ages.js";
import type { CandidateSource } from "./block-candidates.js";
import type { Clock } from "../base/clock/clock.js";
import type { RoundBook } from "./round-book.js";
import type { RoundSigner } from "./round-signer.js";
import type { SlotsAt } from "../ledger/slots-at.js";
import type { Hypothesis } from "../records/hypothesis.js";
import { haveConsensus } from "./votes.js";

export interface RoundOptions extends CandidateSource {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly book: RoundBook;
  readonly slots: SlotsAt;
  readonly signer: RoundSigner;
  readonly ages: ArrivalAges;
  /** How long a transaction takes from another slot holder to this node, µs, for the slots of a time. */
  readonly distanceUs?: (timeUs: number) => Promise<number> | undefined;
  readonly onSealed?: ((block: ExecutedBlock) => void) | undefined;
  /** Called with the time that a step of a block took. */
  readonly onStep?: OnStep | undefined;
}

/** What a turn spends its time on. */
export type BlockStep = "execute" | "sign" | "commit";
export type OnStep = (step: BlockStep, seconds: number) => void;

/**
 * The newest slot closes its round before this part of an interval is over, because the other validators wait for it.
 */
const GRACE_DIVISOR_BESIDE_OTHERS = 2;

/** How often copies take the place of transactions that fail, so that a signer of many does not delay the block. */
const MAX_COPIES = 4;

/**
 * The validator's progress on the tips of both chains: what it executed, proposed and decided on, and the way from a
 * decision to a committed block (PROTOCOL 9.9). The times are round times; 0 means none.
 */
export class OpenRound {
  proposedAt = 0;
  decidedAt = 0;
  /** At this time and earlier it can sign no more, because it signed something else. */
  refusedAt = 0;
  /** The block it decided on, or the one it proposed while it has not decided. */
  block: ExecutedBlock | null = null;
  readonly #options: RoundOptions;
  #tips = { main: "", resource: "" };

  constructor(options: RoundOptions) {
    this.#options = options;
  }

  /** Discards what was executed on other tips. The resource tip counts too, because it decides who is paid. */
  follow({ tip, resourceChain }: Ledger): void {
    const [main, resource] = [tip.blockhash, resourceChain.tip?.blockhash ?? ""];
    if (this.#tips.main === main && this.#tips.resource === resource) return;
    this.#tips = { main, resource };
    [this.proposedAt, this.decidedAt, this.refusedAt, this.block] = [0, 0, 0, null];
    this.#options.book.decide(null);
  }

  /** Decides on a block at a round time. From now on the hypotheses on it are votes (PROTOCOL 15.11). */
  decide(block: ExecutedBlock, roundTime: number): void {
    this.block = block;
    this.decidedAt = roundTime;
    const earliestUs = Math.max(...block.passed.map(({ transaction }) => transaction.timestamp));
    this.#options.book.decide({ hypothesis_hash: this.hypothesisHash(block), earliestUs });
  }

  /**
   * How long to wait after a round time for transactions stamped before it (PROTOCOL 15.2, 15.13). Beside other
   * validators, at most half as long as they wait for the newest slot's block.
   */
  async graceUs(slots: readonly string[]): Promise<number> {
    const { ledger, clock, ages, distanceUs } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    const isAlone = new Set(slots).size === 1;
    return ages.graceUs(clock.nowUs(), {
      distanceUs: (await distanceUs?.(clock.nowUs())) ?? 0,
      ceilingUs: isAlone ? longestGrace(interval) : interval / GRACE_DIVISOR_BESIDE_OTHERS,
    });
  }

  /**
   * Executes on the tip. Reuses the last execution if it is the same. Where a transaction fails of which the pool has
   * another signer's copy, that copy takes its place (PROTOCOL 15.7).
   */
  async execute(
    transactions: readonly PreparedTransaction[],
    roundTime: number,
    allowance?: WorkAllowance,
  ): Promise<BlockExecution> {
    const known = this.block;
    const isKnown =
      known?.content.s_timestamp === roundTime &&
      known.passed.length === transactions.length &&
      known.passed.every(
        ({ transaction: { hash, public_key } }, index) =>
          hash === transactions[index]?.transaction.hash &&
          // Copies of other signers have the same hash (PROTOCOL 15.7).
          public_key === transactions[index]?.transaction.public_key,
      );
    if (isKnown) return { block: known, refused: known.refused };
    return this.timed("execute", async () => {
      let proposed: readonly PreparedTransaction[] | null = transactions;
      for (let copies = 0; ; copies += 1) {
        const executed = await this.#options.ledger.execute(proposed, roundTime, { allowance });
        proposed = copies < MAX_COPIES ? this.#withNextCopies(proposed, executed.refused) : null;
        if (proposed === null) return executed;
      }
    });
  }

  /** Does a step and reports how long it took, unless it fails. */
  async timed<T>(step: BlockStep, work: () => Promise<T>): Promise<T> {
    const { clock, onStep } = this.#options;
    const beginUs = clock.nowUs();
    const result = await work();
    onStep?.(step, (clock.nowUs() - beginUs) / 1_000_000);
    return result;
  }

  /** The transactions with the next copies of those that fail; null when no copies are left. */
  #withNextCopies(
    proposed: readonly PreparedTransaction[],
    refused: ExecutedBlock["refused"],
  ): readonly PreparedTransaction[] | null {
    const { pool, ledger } = this.#options;
    let isOther = false;
    const next = proposed.map((each) => {
      const { hash } = each.transaction;
      if (!refused.has(hash) || isCrowdedOut(hash, refused)) return each;
      const copy = pool.nextCopy(each.transaction);
      if (copy?.generation !== ledger.registry.generation) return each;
      pool.discard(each.transaction);
      isOther = true;
      return copy;
    });
    return isOther ? next : null;
  }

  /**
   * Drops transactions that passed alone, but fail after the transactions that precede them in the block. Those without
   * room stay: a later block can hold those that are newer than this one.
   */
  drop(refused: ExecutedBlock["refused"]): void {
    const { pool, onDropped } = this.#options;
    for (const [hash, { message }] of refused) {
      if (isCrowdedOut(hash, refused)) continue;
      const proposed = pool.get(hash);
      if (proposed !== undefined) pool.discard(proposed.transaction);
      onDropped?.(hash, message);
    }
  }

  /** What a hypothesis on a block signs (PROTOCOL 9.8, 16.1). */
  hypothesisHash(block: ExecutedBlock): string {
    return hashSignedRecord(this.hypothesisRecord(block));
  }

  hypothesisRecord({ content, hash }: ExecutedBlock): HypothesisRecord {
    return hypothesisRecord(content, hash, this.#options.ledger.network.ruleSet);
  }

  /** Commits the block when the known votes seal it (PROTOCOL 9.9). */
  async seal(slots: readonly string[]): Promise<MainBlockSummary | null> {
    const { ledger, pool, book, onSealed } = this.#options;
    const decided = this.block;
    if (decided === null) return null;
    for (const votes of sealsOf(book.votes, slots)) {
      const sealedAt = Math.max(...votes.map(({ s_timestamp }) => s_timestamp));
      // The same block at another round time.
      const { block } = await this.execute(decided.passed, sealedAt);
      const seal = createSeal(votes);
      if (block === null || !(await this.#isSealed(block, seal))) continue;
      const summary = await this.timed("commit", () => ledger.commit(block, seal));
      this.drop(block.refused);
      pool.remove(block.content.transactions.map(({ hash }) => hash));
      onSealed?.(block);
      return summary;
    }
    return null;
  }

  /**
   * Whether the validators at the block's own time accept the seal (PROTOCOL 8.11): at the round time they may have
   * been others.
   */
  async #isSealed({ content, hash }: ExecutedBlock, seal: Seal): Promise<boolean> {
    const slots = await this.#options.slots.at(content.s_timestamp);
    const { ruleSet: rules } = this.#options.ledger.network;
    const assertSealed = (): true => {
      assertSeal(seal, { ...content, ...hash }, { slots, rules });
      return true;
    };
    return attempted(assertSealed, false, "SEAL_INVALID");
  }
}

/** Whether a transaction is not wrong, but found no room beside the others. */
export function isCrowdedOut(hash: string, refused: ExecutedBlock["refused"]): boolean {
  return refused.get(hash)?.code === "NO_ROOM_IN_BLOCK";
}

/**
 * The seals that votes for a block make (PROTOCOL 8.11, 9.9): the newest slot's alone, then the oldest ones that
 * together cover more than 0.6 of the slots. Taking the oldest lets validators that hold more of them make the same
 * seal. A seal may be invalid at its own date, which is unsigned in rules 1.
 */
export function* sealsOf(
  votes: ReadonlyMap<string, Hypothesis>,
  slots: readonly string[],
): Generator<readonly Hypothesis[]> {
  const newest = votes.get(slots.at(-1) ?? "");
  if (newest !== undefined) yield [newest];
  const held = [...votes].filter(([signer]) => slots.includes(signer));
  held.sort(([left, { s_timestamp: a }], [right, { s_timestamp: b }]) => a - b || (left < right ? -1 : 1));
  const sealing = new Map<string, Hypothesis>();
  for (const [signer, hypothesis] of held) {
    sealing.set(signer, hypothesis);
    if (!haveConsensus(sealing, slots)) continue;
    yield [...sealing.values()];
    return;
  }
}
