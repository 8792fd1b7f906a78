import {
  assertMainBlockFollows,
  transactionRootInSteps,
  type MainBlock,
  type MainBlockContent,
} from "../records/main-block.js";
import { assertRoundTime } from "../records/round-time.js";
import { assertSeal, isEntrySigned, type SealEntry } from "../records/seal.js";
import { assertTimely } from "../records/transaction-rules.js";
import { assertSigned, type SignedTransaction } from "../records/transaction.js";
import { areSameUpdatesInSteps, isSameUpdate } from "../records/updates.js";
import { ofBlock } from "../vm/machine.js";
import type { ExecutedBlock } from "./execute-block.js";
import type { Ledger } from "./ledger.js";
import { prepareEventually, type PreparedTransaction } from "./prepared-transaction.js";
import { andThen } from "./machine/runner.js";
import { finishSliced, forEachSliced } from "../base/yield-to-loop.js";
import * as errors from "./errors.js";

export interface VerifyOptions {
  readonly nowUs: number;
  readonly isVerified?: (transaction: SignedTransaction) => boolean;
  /** Whether the signature of a seal's entry was already verified. */
  readonly isEntryVerified?: (entry: SealEntry) => boolean;
}

/**
 * Checks a block from another node and executes it on the tip (PROTOCOL 8.10): place, time, seal, signatures, execution
 * of every transaction, and hash. Throws for the first rule that it breaks; nothing is stored. The seal does not depend
 * on the execution, so it is checked before anything expensive: only validators can make a node work. The transactions
 * share one limit of work (PROTOCOL 15.8).
 */
export async function verifyMainBlock(
  ledger: Ledger,
  block: MainBlock,
  options: VerifyOptions,
): Promise<ExecutedBlock> {
  const executed = await executeSealed(ledger, block, options);
  await assertSame(block, executed);
  return executed;
}

/** The same for a block that is told without its updates, which the execution gives (PROTOCOL 15.15). */
export async function verifyAnnouncedBlock(
  ledger: Ledger,
  block: AnnouncedBlock,
  options: VerifyOptions,
): Promise<ExecutedBlock> {
  const executed = await executeSealed(ledger, block, options);
  assertSameHash(block, executed);
  return executed;
}

/** A main block without its updates. */
export type AnnouncedBlock = Omit<MainBlock, "universal_updates" | "local_updates">;

async function executeSealed(
  ledger: Ledger,
  block: AnnouncedBlock,
  options: VerifyOptions,
): Promise<ExecutedBlock> {
  const transactionRoot = await assertSealedBlock(ledger, block, options);
  const { isVerified = () => false } = options;
  const { tip } = ledger;
  const { registry, runners } = ledger;
  let left = ledger.network.workLimits.block;
  const prepared: PreparedTransaction[] = [];
  await forEachSliced(block.transactions, (transaction) => {
    if (!isVerified(transaction)) assertSigned(transaction);
    assertTimely(transaction, tip.s_timestamp, block.s_timestamp);
    const preparing = { registry, runner: runners.blocks, budget: ofBlock(left) };
    return andThen(prepareEventually(transaction, preparing), (each) => {
      left -= each.work;
      prepared.push(each);
    });
  });
  const { block: executed, refused } = await ledger.execute(prepared, block.s_timestamp, { transactionRoot });
  if (executed === null || refused.size > 0) {
    const [refusal] = refused.entries();
    throw errors.blockTransaction({
      height: block.height,
      ...(refusal === undefined ? {} : { hash: refusal[0], reason: refusal[1].message }),
    });
  }
  return executed;
}

/** The place of a main block: in a ledger, or in a branch that has not been executed. */
export type MainChainView = Pick<Ledger, "tip" | "network" | "validatorsAt" | "namedResourceBlock">;

/**
 * Checks what needs no state: that the block follows, that its time is valid, and that validators sealed it
 * (PROTOCOL 8.11). Returns the root of its transactions, which the seal covers.
 */
export async function assertSealedBlock(
  place: MainChainView,
  block: AnnouncedBlock,
  { nowUs, isEntryVerified = () => false }: Pick<VerifyOptions, "nowUs" | "isEntryVerified">,
): Promise<string> {
  const { tip, network } = place;
  assertMainBlockFollows(block, tip);
  assertRoundTime(block.s_timestamp, {
    tip: tip.s_timestamp,
    now: nowUs,
    interval: network.constants.main_chain_interval,
  });
  assertNamedResourceBlock(block, await place.namedResourceBlock(block.s_timestamp));
  const transactionRoot = await finishSliced(transactionRootInSteps(block.transactions));
  const slots = await place.validatorsAt(block.s_timestamp);
  const isSigned = (entry: SealEntry): boolean => isEntryVerified(entry) || isEntrySigned(entry);
  assertSeal(block.seal, { ...block, transactionRoot }, { slots, rules: network.ruleSet, isSigned });
  return transactionRoot;
}

/** Throws `BLOCK_RESOURCE` unless a block names what a block of its time must name (PROTOCOL 16.2). */
function assertNamedResourceBlock(
  { height, resource_blockhash: named }: AnnouncedBlock,
  expected: string | undefined,
): void {
  if (named === expected) return;
  throw errors.blockResource({ height, ...(expected === undefined ? {} : { expected }) });
}

/** The hash covers everything; the updates are compared because a record may list others than were hashed. */
async function assertSame(block: MainBlock, executed: ExecutedBlock): Promise<void> {
  const { content } = executed;
  for (const kind of ["universal_updates", "local_updates"] as const)
    if (!(await finishSliced(areSameUpdatesInSteps(block[kind], content[kind]))))
      throw errors.blockUpdates({ height: block.height, ...firstDifference(block, content) });
  assertSameHash(block, executed);
}

function assertSameHash({ height, blockhash }: AnnouncedBlock, { hash }: ExecutedBlock): void {
  if (hash.blockhash !== blockhash) throw errors.blockExecution({ height });
}

/** The first update that differs between two blocks; undefined when only the order differs. */
function firstDifference(listed: MainBlockContent, made: MainBlockContent): { key?: string } {
  for (const kind of ["universal_updates", "local_updates"] as const) {
    for (const key of new Set([...listed[kind].keys(), ...made[kind].keys()])) {
      const [left, right] = [listed[kind].get(key), made[kind].get(key)];
      if (left === undefined || right === undefined || !isSameUpdate(left, right)) return { key };
    }
  }
  return {};
}
