import { ChainError } from "../../../src/codec/chain-error.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { isOvertaken } from "../../../src/records/transaction-rules.js";
import type { Sign } from "./transaction-input.js";

/**
 * Signs a transaction with the time of this moment and sends it. When the chain has a block as new as it before the node
 * has read it, it is signed once more; one whose time is fixed is not, and its refusal says what to do.
 */
export async function sendTimely(
  sign: Sign,
  send: (transaction: SignedTransaction) => Promise<unknown>,
): Promise<SignedTransaction> {
  const transaction = sign();
  try {
    await send(transaction);
    return transaction;
  } catch (error) {
    if (!(error instanceof ChainError) || !isOvertaken(error.message, transaction)) throw error;
    const later = sign();
    if (later.hash === transaction.hash) throw tooLate(error, transaction);
    await send(later);
    return later;
  }
}

function tooLate({ code, message, kind, details }: ChainError, { hash }: SignedTransaction): ChainError {
  return new ChainError(code, message, {
    kind,
    details,
    advice: `The chain is past its time. See whether it is in a block: chainnode tx get ${hash}\nElse sign it again.`,
  });
}
