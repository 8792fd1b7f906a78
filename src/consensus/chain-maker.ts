import type { MainBlockSummary } from "../store/store.js";
import { DecidingTurn, type DecidingOptions } from "./deciding-turn.js";
import { OpenRound } from "./open-round.js";
import { VotingTurn } from "./voting-turn.js";

export type ChainMakerOptions = DecidingOptions;

export interface StepOptions {
  /** Whether the node stops after this turn. Default: it does not. */
  readonly isEnding?: boolean;
}

/** Why a transaction is dropped that no block can hold any more. */
export const TOO_LATE = "The chain is past its time. ";

/**
 * The consensus round for one to nine validators (PROTOCOL 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9). The records of
 * other validators arrive in the book, and this validator puts its own there. As the newest slot it decides alone, else
 * it votes.
 */
export class ChainMaker {
  readonly #options: ChainMakerOptions;
  readonly #round: OpenRound;
  readonly #deciding: DecidingTurn;
  readonly #voting: VotingTurn;

  constructor(options: ChainMakerOptions) {
    this.#options = options;
    this.#round = new OpenRound(options);
    this.#deciding = new DecidingTurn(options, this.#round);
    this.#voting = new VotingTurn(options, this.#round);
  }

  /**
   * One turn of the round (PROTOCOL 9.1, 9.2). Returns the block if it made one. A stopping node accepts no more
   * transactions, so it does not wait for late ones.
   */
  async step({ isEnding = false }: StepOptions = {}): Promise<MainBlockSummary | null> {
    const { ledger, pool, onDropped, ages, clock } = this.#options;
    for (const hash of pool.removeOlderThan(ledger.tip.s_timestamp)) onDropped?.(hash, TOO_LATE);
    this.#round.follow(ledger);
    const times = pool.size === 0 ? null : await this.#deciding.times();
    try {
      if (times !== null) return await this.#deciding.take(times, isEnding);
      return pool.size === 0 ? null : await this.#voting.take(isEnding);
    } finally {
      if (pool.size === 0) ages.settle(clock.nowUs());
    }
  }

  /** Whether this validator holds every slot now, so that it alone decides. */
  async isAlone(): Promise<boolean> {
    const { slots, clock, signer } = this.#options;
    const now = await slots.at(clock.nowUs());
    return now.length > 0 && now.every((address) => address === signer.address);
  }
}
