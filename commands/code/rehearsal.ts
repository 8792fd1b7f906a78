import { registration, type Registrar } from "../../src/actions/register-code.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import { isRefusal, type ChainError } from "../../src/codec/chain-error.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { unsignedTransaction } from "../../src/records/transaction.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import { executionFailed } from "../../src/vm/errors.js";

/** What became of a transaction of a rehearsal. */
interface Rehearsed {
  /** Null when it would be accepted. */
  readonly refusal: ChainError | null;
  /** In units; null when it is refused, or a code that this program does not know takes the fee. */
  readonly fee: bigint | null;
}

/** Executes transactions in turn on a chain's state, as the chain will. Nothing is sent. */
export class Rehearsal {
  readonly #chain: ReadChain;
  readonly #cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };

  constructor(chain: ReadChain) {
    this.#chain = chain;
  }

  tryRegistration({
    registrar,
    text,
    from,
  }: {
    readonly registrar: Registrar;
    readonly text: string;
    readonly from: string;
  }): Promise<Rehearsed> {
    const network = networkMembers(this.#chain.network);
    return this.try(registration(registrar, text, { from, timestampUs: nowUs(), network }), from);
  }

  async try(members: ValueMap, from: string): Promise<Rehearsed> {
    const { tryTransaction } = await import("../../src/replay/trial/try-transaction.js");
    const { altered } = await import("../../src/replay/altered.js");
    const { costOf } = await import("../../src/replay/trial/fee.js");
    const on = this.#chain.over(altered(this.#chain.reader, this.#cells));
    try {
      const trial = await tryTransaction(on, unsignedTransaction(members), from);
      const { execution } = trial;
      if (!execution.ok) return { refusal: executionFailed({ message: execution.message }), fee: null };
      for (const { kind, key, value } of execution.writes) this.#cells[kind].set(padStateKey(key), value);
      return { refusal: null, fee: costOf(trial, this.#chain).fee };
    } catch (error) {
      if (isRefusal(error)) return { refusal: error, fee: null };
      throw error;
    }
  }
}
