import { ChainMaker, type StepOptions } from "../../src/consensus/chain-maker.js";
import { Admission, type SubmitManner } from "../../src/consensus/admission.js";
import { ArrivalAges } from "../../src/consensus/arrival-ages.js";
import { Intervals } from "../../src/consensus/interval.js";
import { RoundBook } from "../../src/consensus/round-book.js";
import { RoundSigner } from "../../src/consensus/round-signer.js";
import { LocalKey } from "../../src/consensus/validator-key.js";
import { VolatileSigningMemory, type SigningMemory } from "../../src/consensus/signing-memory.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import type { Clock } from "../../src/base/clock/clock.js";
import { createNetwork } from "../../src/records/network.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import type { MainBlockSummary, Store } from "../../src/store/store.js";
import { openValidatorStore, type ValidatorChain } from "./validator-chain.js";

export interface ValidatorParts {
  readonly clock: Clock;
  readonly memory?: SigningMemory;
  readonly verifier?: SignatureVerifier;
  /** A wrapper for the store. */
  readonly around?: (store: Store) => Store;
}

/** The round of one validator without a node. A test runs its turns and delivers its messages. */
export class Validator {
  readonly key: KeyPair;
  readonly ledger: Ledger;
  readonly pool = new TransactionPool();
  /** Why accepted transactions left the pool without a block, by hash. */
  readonly dropped = new Map<string, string>();
  readonly book: RoundBook;
  readonly #admission: Admission;
  readonly #maker: ChainMaker;

  private constructor(
    ledger: Ledger,
    key: KeyPair,
    { clock, memory = new VolatileSigningMemory(), verifier = INLINE_VERIFIER }: ValidatorParts,
  ) {
    const { pool } = this;
    this.key = key;
    this.ledger = ledger;
    const { slots } = ledger;
    this.book = new RoundBook({ address: key.address, ledger, pool, clock, slots });
    const interval = ledger.network.constants.main_chain_interval;
    const closing = { intervals: new Intervals(interval, pool.limits), ages: new ArrivalAges(interval) };
    const isDeciding = (timeUs: number): Promise<boolean> => slots.isNewest(key.address, timeUs);
    this.#admission = new Admission({ ...closing, ledger, pool, clock, isDeciding, verifier });
    const signer = new RoundSigner(new LocalKey(key, memory));
    this.#maker = new ChainMaker({
      ...closing,
      ledger,
      pool,
      clock,
      book: this.book,
      slots,
      signer,
      checkedUs: () => this.#admission.earliestUs,
      onDropped: (hash, reason) => this.dropped.set(hash, reason),
    });
  }

  static async open(
    chain: ValidatorChain,
    key: KeyPair,
    clock: Clock,
    parts: Omit<ValidatorParts, "clock"> = {},
  ): Promise<Validator> {
    const { around = (store) => store } = parts;
    const ledger = await Ledger.open(around(await openValidatorStore(chain)), createNetwork(chain.network));
    return new Validator(ledger, key, { ...parts, clock });
  }

  get overload(): ChainError | null {
    return this.#admission.overload;
  }

  submit(transaction: SignedTransaction, manner?: SubmitManner): Promise<void> {
    return this.#admission.submit(transaction, manner);
  }

  step(options?: StepOptions): Promise<MainBlockSummary | null> {
    return this.#maker.step(options);
  }

  /** Its own chunk and hypothesis in the open round. */
  get chunk() {
    return this.book.chunks.get(this.key.address);
  }

  get hypothesis() {
    return this.book.hypotheses.get(this.key.address);
  }
}

/** Delivers every chunk, then every hypothesis, of the validators to the others. */
export async function exchange(validators: readonly Validator[]): Promise<void> {
  for (const from of validators) {
    const { chunk } = from;
    if (chunk === undefined) continue;
    for (const to of validators) if (to !== from) await to.book.offerChunk(chunk);
  }
  for (const from of validators) {
    const { hypothesis } = from;
    if (hypothesis === undefined) continue;
    for (const to of validators) if (to !== from) await to.book.offerHypothesis(hypothesis);
  }
}
