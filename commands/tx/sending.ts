import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { askPerson, YES_OPTION } from "../../src/cli/input/consent.js";
import type { Input } from "../../src/cli/input/input.js";
import { Interrupted } from "../../src/cli/terminal/interrupted.js";
import { lineOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { showTransactions } from "./confirmation.js";
import { openClientAt, openRunningClient } from "../shared/node/node.js";
import { withSuggestion } from "../shared/code/refusal.js";
import { sendTimely } from "../shared/transaction/timely.js";
import { callOf, type Sign } from "./transaction-input.js";
import { waitForTransaction, WAIT_OPTIONS, waitTimeout } from "../shared/transaction/waiting.js";

export const SENDING_OPTIONS: readonly OptionSpec[] = [
  {
    name: "also",
    placeholder: "url",
    isRepeatable: true,
    description: "another node to send to; may be repeated",
  },
  { name: "wait", description: "wait until a block holds the transaction" },
  ...WAIT_OPTIONS,
  YES_OPTION,
];

/**
 * Signs a transaction, sends it and returns its hash. At a terminal it first shows what the transaction does and asks
 * for consent; the transaction is signed after the answer, because the chain advances meanwhile. Throws the node's
 * refusal; with several nodes, only when all refuse.
 */
export async function sendTransaction(
  context: Context,
  input: Input,
  prepare: () => Promise<Sign>,
  question = "Send it?",
): Promise<Outcome> {
  const timeoutS = waitTimeout(input);
  // Found before a password is asked for.
  const client = await openRunningClient(context);
  const isPerson = context.terminal.prompter !== null;
  if (isPerson) await client.ping();
  const sign = await prepare();
  if (isPerson && !input.flag(YES_OPTION.name)) {
    const transaction = sign();
    await showTransactions(context, client, [{ transaction, weight: await client.weight(transaction) }]);
    await askPerson(question, context, input);
  }
  const { hash } = await sendTimely(sign, (transaction) =>
    withSuggestion(context, callOf(transaction), () =>
      sendToAll(context, input.options("also"), transaction),
    ),
  );
  if (input.flag("wait")) await waitForSent(context, hash, timeoutS);
  return lineOutcome(hash);
}

/** Waits for a transaction that was sent. An interruption tells the user how to look for it later. */
async function waitForSent(context: Context, hash: string, timeoutS: number): Promise<void> {
  try {
    await waitForTransaction(context, hash, timeoutS);
  } catch (error) {
    if (error instanceof Interrupted) context.note(`It is sent: chainnode tx wait ${hash}`);
    throw error;
  }
}

async function sendToAll(
  context: Context,
  others: readonly string[],
  transaction: SignedTransaction,
): Promise<void> {
  const clients = [await openRunningClient(context), ...(await Promise.all(others.map(openClientAt)))];
  const sent = await Promise.allSettled(clients.map((client) => client.sendTransaction(transaction)));
  const refusals = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  // One node that accepts it is enough: it spreads to the others.
  if (refusals.length === clients.length) throw refusals[0];
  if (refusals.length > 0) context.note(`${refusals.length} of ${clients.length} nodes did not take it.`);
}
