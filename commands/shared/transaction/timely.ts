import { ChainError } from "../../../src/codec/chain-error.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { isOvertaken } from "../../../src/records/transaction-rules.js";
import type { Sign } from "../../tx/transaction-input.js";

/**
 * Signs a transaction with the current time and sends it. If the chain overtakes it, with a block of the same or a
 * later time before the node has read it, it is signed and sent once more. A transaction with a fixed time is not;
 * its refusal says what to do.
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
    if (!(error instanceof ChainError) || !isOvertaken(error, transaction)) throw error;
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
