import { ChainError } from "../codec/chain-error.js";
import { risingTime, systemClock } from "../base/clock/system-clock.js";
import type { SignedTransaction } from "../records/transaction.js";
import { isOvertaken } from "../records/transaction-rules.js";

/**
 * Returns a signed transaction with the current time; the same one again when its time was given. One that is only to be
 * shown may lack its signature.
 */
export type Sign = (use?: "show") => SignedTransaction | Promise<SignedTransaction>;

interface SendOptions {
  readonly send: (transaction: SignedTransaction) => Promise<unknown>;
  readonly isHeld: (hash: string) => Promise<boolean>;
  /** How the user finds a transaction by its hash. */
  readonly lookUp: (hash: string) => string;
}

/**
 * Signs a transaction with the current time and sends it. If the chain overtakes it, with a block of the same or a
 * later time before the node has read it, it is signed and sent once more. A transaction with a fixed time is not;
 * its refusal says what to do. Nor is one that a block holds: the node has read it before, and only the answer was lost.
 */
export async function sendInTime(
  sign: Sign,
  { send, isHeld, lookUp }: SendOptions,
): Promise<SignedTransaction> {
  const transaction = await sign();
  try {
    await send(transaction);
    return transaction;
  } catch (error) {
    if (!(error instanceof ChainError) || !isOvertaken(error, transaction)) throw error;
    const { hash } = transaction;
    const late = tooLate(error, lookUp(hash));
    if (await isHeld(hash).catch(() => Promise.reject(late))) return transaction;
    const later = await sign();
    if (later.hash === hash) throw late;
    await send(later);
    return later;
  }
}

function tooLate(error: ChainError, lookUp: string): ChainError {
  const advice = `The chain is past the transaction's time. Check whether a block contains it: ${lookUp}\nIf none does, sign it again.`;
  return error.with({ advice });
}

const nextUs = risingTime(() => systemClock.nowUs());

/** The time in µs, later than any returned before, so that a transaction that is signed again has another hash. */
export function nowUs(): bigint {
  return BigInt(nextUs());
}
