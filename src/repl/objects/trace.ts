import { alignRows } from "../../base/text/align-rows.js";
import { shownText } from "../../codec/shown-text.js";
import { transactionUnknown } from "../../records/errors.js";
import { traceText, type TraceStyle } from "../../replay/trial/trace-text.js";
import { resultText, trialFields, type TrialField } from "../../replay/trial/trial-fields.js";
import type { Trial } from "../../replay/trial/trial.js";
import { replayTransaction, trySigned, tryTransaction } from "../../replay/trial/try-transaction.js";
import type { ReadChain } from "../../replay/read-chain.js";
import type { TraceCall } from "../../vm/machine.js";
import type { ConsoleConnection } from "../connection.js";
import { printable } from "../print/shown-as.js";
import type { SentTransactions } from "../sent-transactions.js";
import { findHash, type GivenReader, type GivenTransaction } from "./arguments.js";

/**
 * `trace(hash | tx)`: executes a committed transaction again on the state before it; any other transaction that is
 * given, or that this console sent, on the current state. Shown as the tree of its calls, with what it read and
 * wrote.
 */
export function createTrace(
  { client, openChain }: ConsoleConnection,
  read: GivenReader,
  sent: SentTransactions,
) {
  return async (transactionOrHash: unknown) => {
    const trial =
      typeof transactionOrHash === "string"
        ? await traceHash(await findHash(client, transactionOrHash), openChain, sent)
        : await traceGiven(await read(transactionOrHash), openChain);
    return showTrial(trial);
  };
}

export function showTrial(trial: Trial) {
  const { height, from, transaction, execution, reads, writes, calls } = trial;
  const hash = transaction?.hash ?? null;
  const data = { hash, from, height, execution, reads, writes, calls: calls.map(withoutExpression) };
  return printable(data, (style) => traceText(calls, style) + outcomeText(trial, style));
}

export interface PrintedCall extends Omit<TraceCall, "expression" | "calls"> {
  readonly calls: readonly PrintedCall[];
}

/** A call with the name of its operator alone, which says what it is. */
function withoutExpression({ expression: _expression, calls, ...members }: TraceCall): PrintedCall {
  return { ...members, calls: calls.map(withoutExpression) };
}

/** What a call read and wrote, and its result, one line each; `more` comes before the result. */
export function outcomeText(trial: Trial, style: TraceStyle, more: readonly TrialField[] = []): string {
  const fields = [...trialFields(trial), ...more].map(([name, value]) => [style.dim(name), shownText(value)]);
  const result = shownText(resultText(trial));
  return alignRows([...fields, [style.dim("result"), trial.execution.ok ? result : style.red(result)]]);
}

async function traceHash(
  hash: string,
  openChain: () => Promise<ReadChain>,
  sent: SentTransactions,
): Promise<Trial> {
  const trial = await replayTransaction(await openChain(), hash);
  if (trial !== null) return trial;
  const remembered = sent.get(hash);
  // The codes of the first chain may be of an earlier height by now.
  if (remembered !== null) return trySigned(await openChain(), remembered.transaction);
  throw transactionUnknown({ hash });
}

/** A transaction in a block is traced as it was executed there. */
async function traceGiven(
  { transaction, from, isSigned }: GivenTransaction,
  openChain: () => Promise<ReadChain>,
): Promise<Trial> {
  if (!isSigned) return tryTransaction(await openChain(), transaction, from);
  const replayed = await replayTransaction(await openChain(), transaction.hash);
  return replayed ?? trySigned(await openChain(), transaction);
}
