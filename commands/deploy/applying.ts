import type { Input } from "../../src/cli/input/input.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import type { Client } from "../../src/client/index.js";
import { codeNotFound, waitTimeout } from "../../src/actions/errors.js";
import { registration } from "../../src/actions/register-code.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import { findTransaction, pause } from "../../src/actions/wait.js";
import { ChainError, instead } from "../../src/codec/chain-error.js";
import { shownText } from "../../src/codec/shown-text.js";
import type { ValueMap } from "../../src/codec/value.js";
import { transactionExpired } from "../../src/client/errors.js";
import type { TransactionSigner } from "../../src/data/keys/named-keys.js";
import { transactionDropped } from "../../src/records/errors.js";
import { isOvertaken } from "../../src/records/transaction-rules.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { openKey } from "../keys.js";
import { readWaitTimeout } from "../options.js";
import { holds } from "./conditions.js";
import * as errors from "./errors.js";
import { DeployJournal } from "./journal.js";
import { versionOf, type PlannedCode } from "./comparing.js";
import { membersOfCall, type Plan, type PlannedCall } from "./planning.js";
import { stepName, openSteps, type AppliedSteps, type PlannedStep } from "./report.js";

/** How long an answer may wait for the block. After that, the node is asked. */
const FIRST_WAIT_MS = 1000;
const POLL_MS = 500;

/**
 * Sends what a plan has open: all codes at once, then the calls in turn. Whatever becomes of a transaction, the state of
 * the network decides: another job that does the same is no failure. Throws the first failure, which says what is open.
 */
export async function applyPlan(plan: Plan, input: Input): Promise<AppliedSteps> {
  const open = openSteps(plan);
  const applied = new Map<PlannedStep, string>();
  if (open.length === 0) return applied;
  const journal = await DeployJournal.begin(plan.project, plan.height);
  const sender = await Sender.open(plan, input, journal);
  const progress = createProgress(plan.context);
  const left = new Set(open);
  const done = (): string => `${open.length - left.size} of ${open.length}`;
  const settle = async (step: PlannedStep, work: Promise<string | null>): Promise<void> => {
    const hash = await work;
    if (hash !== null) applied.set(step, hash);
    left.delete(step);
    progress.show(`${done()} steps done…`);
  };
  try {
    const codes = plan.codes.filter((code) => left.has(code));
    const signed = await sender.signAll(codes);
    const published = await Promise.allSettled(
      codes.map((code, index) => settle(code, sender.publish(code, signed[index] ?? null))),
    );
    const failed = published.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    for (const call of plan.calls) if (left.has(call)) await settle(call, sender.call(call));
  } catch (error) {
    const details = { done: done(), open: Array.from(left, stepName).join(", ") };
    const advice = `What is done stays. Apply again: chainnode deploy apply ${plan.project.network}`;
    if (error instanceof ChainError)
      throw error.with({ details, advice: `${error.advice ?? ""}\n${advice}`.trim() });
    plan.context.note(shownText(`${details.done} steps done, open: ${details.open}. ${advice}`));
    throw error;
  } finally {
    progress.clear();
  }
  await journal.complete();
  return applied;
}

interface Sending {
  readonly plan: Plan;
  readonly journal: DeployJournal;
  readonly keys: ReadonlyMap<string, TransactionSigner>;
  readonly network: ReadonlyMap<string, string>;
  readonly timeoutS: number;
}

class Sender {
  readonly #sending: Sending;
  readonly #client: Client;
  readonly #signal: AbortSignal;
  readonly #endMs: number;

  private constructor(sending: Sending) {
    this.#sending = sending;
    this.#client = sending.plan.client;
    this.#signal = sending.plan.context.terminal.interruption();
    this.#endMs = performance.now() + sending.timeoutS * 1000;
  }

  /** Unlocks the keys of what is open. */
  static async open(plan: Plan, input: Input, journal: DeployJournal): Promise<Sender> {
    const keys = new Map<string, TransactionSigner>();
    for (const { key, from } of openSteps(plan))
      if (!keys.has(from)) keys.set(from, await openKey(plan.context, input, key ?? undefined));
    const network = await plan.client.networkMembers();
    return new Sender({ plan, journal, keys, network, timeoutS: readWaitTimeout(input) });
  }

  /** Signs the codes, and notes all in the journal before the first is sent. Null for one that is on its way already. */
  async signAll(codes: readonly PlannedCode[]): Promise<readonly (SignedTransaction | null)[]> {
    const signed: (SignedTransaction | null)[] = [];
    // One after the other: a person may have to consent to each.
    for (const code of codes) {
      const earlier = this.#sending.journal.hashOf(code.id);
      const isUnderWay = earlier !== undefined && (await this.#isUnderWay(earlier));
      signed.push(isUnderWay ? null : await this.#signCode(code));
    }
    const steps = codes.map(({ id }, index) => [id, signed[index]?.hash] as const);
    await this.#sending.journal.note(
      steps.flatMap(([id, hash]) => (hash === undefined ? [] : [[id, hash] as const])),
    );
    return signed;
  }

  /** Sends a code until the chain has it. Returns the hash; null when another transaction brought it. */
  async publish(code: PlannedCode, signed: SignedTransaction | null): Promise<string | null> {
    const { id, method, text, registered } = code;
    let transaction = signed;
    for (;;) {
      const hash = transaction?.hash ?? this.#sending.journal.hashOf(id) ?? "";
      const failure = await (transaction === null ? this.#settled(hash) : this.#send(transaction));
      const found = await this.#client.getCode(id, method.kind);
      if (found === text) return failure === null ? hash : null;
      if (found !== registered)
        throw errors.deployConflict({
          name: method.name,
          id,
          version: code.next,
          network: this.#sending.plan.project.network,
          registered: found === null ? "none" : versionOf(found),
        });
      if (failure === null)
        throw codeNotFound({ name: method.name, id, command: `chainnode code get ${method.name}` });
      await this.#assertAgain(failure, hash, transaction);
      transaction = await this.#signCode(code);
      await this.#sending.journal.note([[id, transaction.hash]]);
    }
  }

  /**
   * Makes a call unless its condition holds. Its time is the first after the last block, so that only the next block can
   * hold it, and so that another job with the same key and the same last block signs the same transaction: as the
   * condition is read after that block, the call is never made twice.
   */
  async call({ entry, from }: PlannedCall): Promise<string | null> {
    const { plan, network, journal } = this.#sending;
    const { spaces } = plan;
    let made: string | null = null;
    for (;;) {
      const tip = await this.#client.getBlockSummary();
      if (await holds(this.#client, entry.unless, spaces)) return made;
      if (made !== null) throw errors.deployCall({ name: entry.name, hash: made, file: plan.project.file });
      const timestampUs = tip === null ? nowUs() : BigInt(tip.s_timestamp) + 1n;
      const transaction = await this.#sign(
        membersOfCall(entry, { from, timestampUs, network, spaces }),
        from,
      );
      const { hash } = transaction;
      await journal.note([[entry.name, hash]]);
      const failure = await this.#send(transaction);
      if (failure === null) made = hash;
      else if (!(await holds(this.#client, entry.unless, spaces)))
        await this.#assertAgain(failure, hash, transaction);
    }
  }

  #signCode({ registrar, text, from }: PlannedCode): Promise<SignedTransaction> {
    const { network } = this.#sending;
    return this.#sign(registration(registrar, text, { from, timestampUs: nowUs(), network }), from);
  }

  async #sign(members: ValueMap, from: string): Promise<SignedTransaction> {
    const key = this.#sending.keys.get(from);
    if (key === undefined) throw new TypeError("A step was not open when the keys were. ");
    return key.sign(members);
  }

  /** Whether the node has a transaction that waits for its block. */
  async #isUnderWay(hash: string): Promise<boolean> {
    const fate = await this.#client.transactionFate(hash);
    return fate !== null && fate.state !== "dropped";
  }

  /** Sends a transaction and waits for its block. Returns why no block has it. */
  async #send(transaction: SignedTransaction): Promise<ChainError | null> {
    const { hash } = transaction;
    try {
      const fate = await this.#client.sendAndWait(transaction, FIRST_WAIT_MS);
      return fate?.state === "committed" ? null : await this.#settled(hash);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      // Another job has sent the same call, or only the answer was lost.
      return (await this.#isUnderWay(hash).catch(instead(false))) ? this.#settled(hash) : error;
    }
  }

  /** Waits for the block of a transaction that was sent. */
  async #settled(hash: string): Promise<ChainError | null> {
    try {
      while ((await findTransaction(this.#client, hash)) === null) {
        this.#assertTime(hash);
        await this.#pause();
      }
      return null;
    } catch (error) {
      if (error instanceof ChainError && error.code !== waitTimeout.code) return error;
      throw error;
    }
  }

  /** Throws a failure after which the same cannot be tried again. */
  async #assertAgain(
    failure: ChainError,
    hash: string,
    transaction: SignedTransaction | null,
  ): Promise<void> {
    const isLate = transaction !== null && isOvertaken(failure, transaction);
    if (!isLate && !AGAIN.has(failure.code) && failure.kind !== "busy") throw failure;
    this.#assertTime(hash);
    if (failure.kind === "busy") await this.#pause();
    this.#signal.throwIfAborted();
  }

  async #pause(): Promise<void> {
    // Many steps wait at the same time, each with a listener of its own.
    await pause(AbortSignal.any([this.#signal]), POLL_MS);
  }

  #assertTime(hash: string): void {
    if (performance.now() < this.#endMs) return;
    throw waitTimeout({ hash, seconds: this.#sending.timeoutS, advice: "Wait longer: --timeout <seconds>" });
  }
}

/** A block left it out, or the chain went past it. */
const AGAIN: ReadonlySet<string> = new Set([transactionDropped.code, transactionExpired.code]);
