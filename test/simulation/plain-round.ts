import { addressOf } from "../../src/codec/address.js";
import { merkleRoot } from "../../src/codec/hash.js";
import { haveConsensus } from "../../src/consensus/votes.js";
import type { ExecutedBlock } from "../../src/ledger/execute-block.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { assertChunkSigned, createChunk, type Chunk } from "../../src/records/chunk.js";
import {
  assertHypothesisSigned,
  createHypothesis,
  hypothesisHash,
  type Hypothesis,
} from "../../src/records/hypothesis.js";
import { REFRESH_INTERVAL_US, TIMESTAMP_ERROR_US } from "../../src/records/limits.js";
import { floorToInterval } from "../../src/records/round-time.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { assertSeal, createSeal } from "../../src/records/seal.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { ChainError } from "../../src/codec/chain-error.js";

type Statement = Chunk | Hypothesis;

/**
 * The round of a validator that follows PROTOCOL 9 and none of the local rules: what is dated up to five seconds ahead
 * is used at once, and no node waits for the newest slot.
 */
export class PlainRound {
  readonly pool = new Map<string, SignedTransaction>();
  readonly chunks = new Map<string, Chunk>();
  readonly hypotheses = new Map<string, Hypothesis>();
  readonly #ledger: Ledger;
  readonly #key: KeyPair;
  #tip = "";

  constructor(ledger: Ledger, key: KeyPair) {
    this.#ledger = ledger;
    this.#key = key;
  }

  /** Takes another node's chunk or hypothesis if PROTOCOL 9.10 and 9.11 allow it. */
  async take(statement: Statement, nowUs: number): Promise<void> {
    const { tip, network } = this.#ledger;
    const { s_timestamp, previous_blockhash, public_key } = statement;
    const book: Map<string, Statement> = "chunk_hash" in statement ? this.chunks : this.hypotheses;
    const signer = addressOf(public_key);
    const isOpen =
      previous_blockhash === tip.blockhash &&
      s_timestamp > tip.s_timestamp &&
      s_timestamp < nowUs + TIMESTAMP_ERROR_US &&
      s_timestamp % network.constants.main_chain_interval === 0;
    if (!isOpen || (book.get(signer)?.s_timestamp ?? 0) >= s_timestamp || !this.#isComplete(statement))
      return;
    if (!(await this.#ledger.validatorsAt(s_timestamp)).includes(signer)) return;
    if ("chunk_hash" in statement) assertChunkSigned(statement);
    else assertHypothesisSigned(statement);
    if (this.#ledger.tip.blockhash === previous_blockhash) book.set(signer, statement);
  }

  #isComplete(statement: Statement): boolean {
    if ("chunk_hash" in statement) return statement.transactions.every((hash) => this.pool.has(hash));
    return [...statement.chunks].every(([signer, hash]) => this.chunks.get(signer)?.chunk_hash === hash);
  }

  /** One pass of PROTOCOL 9.2 to 9.9. */
  async turn(nowUs: number): Promise<void> {
    const { tip, network } = this.#ledger;
    const interval = network.constants.main_chain_interval;
    this.#follow();
    const dates = Array.from(this.chunks.values(), ({ s_timestamp }) => s_timestamp);
    const latest = Math.max(0, ...dates);
    const isOld = latest < Math.max(nowUs - REFRESH_INTERVAL_US, tip.s_timestamp);
    const time = isOld ? floorToInterval(nowUs, interval) : latest;
    const slots = await this.#ledger.validatorsAt(time);
    if (!slots.includes(this.#key.address) || tip.s_timestamp >= time) return;
    const candidates = [...this.pool.values()].filter(
      ({ timestamp }) => floorToInterval(timestamp, interval) <= time - interval,
    );
    const own = await this.#execute(candidates, time);
    if (own === null) return;
    const held = this.chunks.get(this.#key.address);
    if (held === undefined || (isOld && held.s_timestamp < time))
      this.chunks.set(this.#key.address, this.#chunkOf(own, time));
    const isNewest = slots.at(-1) === this.#key.address;
    if (!isNewest && !haveConsensus(this.chunks, slots)) return;
    const listed = new Set([...this.chunks.values()].flatMap(({ transactions }) => transactions));
    const together = [...listed].flatMap((hash) => this.pool.get(hash) ?? []);
    const timely = (isNewest ? candidates : together).filter(({ timestamp }) => timestamp <= time);
    const block = await this.#execute(timely, time);
    if (block === null) return;
    if ((this.hypotheses.get(this.#key.address)?.s_timestamp ?? 0) < time)
      this.hypotheses.set(this.#key.address, this.#hypothesisOf(block, time));
    await this.#seal(block, slots);
  }

  #follow(): void {
    const { tip } = this.#ledger;
    if (this.#tip === tip.blockhash) return;
    this.#tip = tip.blockhash;
    this.chunks.clear();
    this.hypotheses.clear();
    for (const [hash, { timestamp }] of this.pool) if (timestamp <= tip.s_timestamp) this.pool.delete(hash);
  }

  /** The block of those that pass; others leave the pool. Null when none is left. */
  async #execute(transactions: readonly SignedTransaction[], time: number): Promise<ExecutedBlock | null> {
    const prepared: PreparedTransaction[] = [];
    for (const transaction of transactions.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
      try {
        prepared.push(prepareTransaction(transaction, this.#ledger.registry));
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        this.pool.delete(transaction.hash);
      }
    }
    if (prepared.length === 0) return null;
    const { block, refused } = await this.#ledger.execute(prepared, time);
    for (const hash of refused.keys()) this.pool.delete(hash);
    return block;
  }

  #chunkOf({ content }: ExecutedBlock, s_timestamp: number): Chunk {
    const transactions = content.transactions.map(({ hash }) => hash);
    const { previous_blockhash } = content;
    return createChunk({ previous_blockhash, s_timestamp, transactions }, this.#key.privateKey);
  }

  #hypothesisOf({ content }: ExecutedBlock, s_timestamp: number): Hypothesis {
    const { previous_blockhash } = content;
    const chunks = new Map(Array.from(this.chunks, ([signer, { chunk_hash }]) => [signer, chunk_hash]));
    const hypothesis_hash = hashOfBlock(content);
    return createHypothesis(
      { hypothesis_hash, previous_blockhash, s_timestamp, chunks },
      this.#key.privateKey,
    );
  }

  /** Commits the block when the newest slot's hypothesis or a quorum's seals it (PROTOCOL 8.11, 9.9). */
  async #seal({ content, passed }: ExecutedBlock, slots: readonly string[]): Promise<void> {
    const agreeing = [...this.hypotheses].filter(
      ([signer, { hypothesis_hash }]) => slots.includes(signer) && hypothesis_hash === hashOfBlock(content),
    );
    const newest = agreeing.filter(([signer]) => signer === slots.at(-1));
    if (newest.length === 0 && !haveConsensus(new Map(agreeing), slots)) return;
    const sealing = new Map(newest.length > 0 ? newest : agreeing);
    const s_timestamp = Math.max(...Array.from(sealing.values(), (each) => each.s_timestamp));
    const { block } = await this.#ledger.execute(passed, s_timestamp);
    if (block === null) return;
    const seal = createSeal(sealing.values());
    const transactionRoot = rootOf(block.content);
    const stated = { ...block.content, blockhash: block.hash.blockhash, transactionRoot };
    try {
      const validators = await this.#ledger.validatorsAt(s_timestamp);
      assertSeal(seal, stated, { rules: RULE_SETS[1], slots: validators });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      return;
    }
    await this.#ledger.commit(block, seal);
  }
}

function rootOf({ transactions }: ExecutedBlock["content"]): string {
  return merkleRoot(transactions.map(({ hash }) => hash).toSorted());
}

function hashOfBlock(content: ExecutedBlock["content"]): string {
  return hypothesisHash(content.previous_blockhash, rootOf(content));
}
