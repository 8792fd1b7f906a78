import { ChainError } from "../codec/chain-error.js";
import type { ExecutedBlock } from "../ledger/execute-block.js";
import type { Ledger } from "../ledger/ledger.js";
import { refreshTransaction, type PreparedTransaction } from "../ledger/prepared-transaction.js";
import { createChunk, type Chunk } from "../records/chunk.js";
import { createHypothesis, type Hypothesis } from "../records/hypothesis.js";
import { floorToInterval } from "../records/round-time.js";
import { createSeal, type Seal } from "../records/seal.js";
import type { MainBlockSummary } from "../store/store.js";
import type { Clock } from "./clock.js";
import type { TransactionPool } from "./transaction-pool.js";

/** The validator's key (PROTOCOL 3). */
export interface ValidatorKey {
  readonly privateKey: string;
  readonly address: string;
}

export interface ChainMakerOptions {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly clock: Clock;
  readonly validator: ValidatorKey;
}

/** What a validator has said in the round that is open: Broadcast shows it. */
export interface RoundRecords {
  /** The address both are listed under. */
  readonly signer: string;
  readonly chunk: Chunk | null;
  readonly hypothesis: Hypothesis | null;
}

/**
 * The consensus round of PROTOCOL 9, for the validator in the ninth slot: it proposes, holds its hypothesis at once,
 * and seals.
 */
export class ChainMaker {
  readonly #options: ChainMakerOptions;
  #said: RoundRecords;

  constructor(options: ChainMakerOptions) {
    this.#options = options;
    this.#said = { signer: options.validator.address, chunk: null, hypothesis: null };
  }

  /** The records of the round whose key is the tip's blockhash. */
  get said(): RoundRecords {
    return this.#said;
  }

  /** One turn of the round. Answers the block when it made one. */
  async step(): Promise<MainBlockSummary | null> {
    const { ledger, pool, clock, validator } = this.#options;
    pool.removeOlderThan(ledger.tip.s_timestamp);
    const roundTime = floorToInterval(clock.nowUs(), ledger.network.constants.main_chain_interval);
    if (ledger.tip.s_timestamp >= roundTime) return null;
    // Everyone has had one interval to collect these: their timestamps, floored, lie before the round time.
    const candidates = this.#refresh(pool.candidates(roundTime - 1));
    if (candidates.length === 0) return null;
    const slots = await ledger.validatorsAt(roundTime);
    if (slots.at(-1) !== validator.address) return null;

    const block = await ledger.execute(candidates, roundTime);
    if (block === null) {
      pool.remove(candidates.map(({ transaction }) => transaction.hash));
      return null;
    }
    pool.remove(block.refused.keys());
    const summary = await ledger.commit(block, this.#seal(block));
    pool.remove(block.content.transactions.map(({ hash }) => hash));
    this.#said = { signer: validator.address, chunk: null, hypothesis: null };
    return summary;
  }

  /** The candidates under the codes in force now; what no longer fits them leaves the pool. */
  #refresh(candidates: readonly PreparedTransaction[]): readonly PreparedTransaction[] {
    const { ledger, pool } = this.#options;
    return candidates.flatMap((candidate) => {
      try {
        return [refreshTransaction(candidate, ledger.registry)];
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        pool.remove([candidate.transaction.hash]);
        return [];
      }
    });
  }

  #seal({ content, hash }: ExecutedBlock): Seal {
    const { validator } = this.#options;
    const { previous_blockhash, s_timestamp } = content;
    const transactions = content.transactions.map(({ hash }) => hash);
    const chunk = createChunk({ previous_blockhash, s_timestamp, transactions }, validator.privateKey);
    const hypothesis = createHypothesis(
      {
        previous_blockhash,
        s_timestamp,
        chunks: new Map([[validator.address, chunk.chunk_hash]]),
        transactionRoot: hash.transactionRoot,
      },
      validator.privateKey,
    );
    this.#said = { signer: validator.address, chunk, hypothesis };
    return createSeal([hypothesis]);
  }
}
