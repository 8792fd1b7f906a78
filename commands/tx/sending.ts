import type { Context, OptionSpec } from "../../src/cli/command.js";
import { askPerson, YES_OPTION } from "../../src/cli/input/ask.js";
import type { Input } from "../../src/cli/input/input.js";
import { Interrupted } from "../../src/cli/terminal/prompter.js";
import { lineOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { previewTransactions } from "./confirmation.js";
import { sendInTime, type Sign } from "../../src/actions/send-in-time.js";
import { callOf } from "../../src/actions/callables.js";
import { waitForTransaction } from "../../src/actions/wait.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import { openClientAt } from "../../src/actions/workspace.js";
import { withSuggestion } from "../../src/actions/check-call.js";
import { WAIT_OPTIONS, readWaitTimeout } from "../options.js";
import { workspaceOf } from "../workspace.js";

export const SENDING_OPTIONS: readonly OptionSpec[] = [
  {
    name: "also",
    placeholder: "url",
    isRepeatable: true,
    default: "none",
    description: "URL of another node to send to; may be repeated",
  },
  { name: "wait", description: "wait until a block holds the transaction" },
  ...WAIT_OPTIONS,
  YES_OPTION,
];

interface Sending {
  /** Unlocks the key and returns a function that signs the transaction. */
  readonly prepare: () => Promise<Sign>;
  readonly question?: string;
}

/**
 * Signs a transaction, sends it and returns its hash. At a terminal it first shows what the transaction does and asks
 * for consent; the transaction is signed after the answer, because the chain advances meanwhile. Throws the node's
 * refusal; with several nodes, only when all refuse.
 */
export async function signAndSend(
  context: Context,
  input: Input,
  { prepare, question = "Send it?" }: Sending,
): Promise<Outcome> {
  const timeoutS = readWaitTimeout(input);
  // Found before a password is asked for.
  const client = await workspaceOf(context).runningClient();
  const isPerson = context.terminal.prompter !== null;
  if (isPerson) await client.ping();
  const sign = await prepare();
  if (isPerson && !input.flag(YES_OPTION.name)) {
    const transaction = sign();
    await previewTransactions(context, client, [{ transaction, weight: await client.weight(transaction) }]);
    await askPerson(question, context, input);
  }
  const { hash } = await sendInTime(sign, {
    send: (transaction) =>
      withSuggestion(workspaceOf(context).readableCodes, callOf(transaction), () =>
        sendToAll(context, input.options("also"), transaction),
      ),
    lookUp: LOOK_UP_COMMAND,
  });
  if (input.flag("wait")) await waitForSent(context, hash, timeoutS);
  return lineOutcome(hash);
}

/** How a user of the command line finds a transaction. */
export const LOOK_UP_COMMAND = (hash: string): string => `chainnode tx get ${hash}`;

/** Waits for a transaction that was sent. An interruption tells the user how to look for it later. */
async function waitForSent(context: Context, hash: string, timeoutS: number): Promise<void> {
  try {
    await waitForBlock(context, hash, timeoutS);
  } catch (error) {
    if (error instanceof Interrupted)
      context.note(`The transaction is sent. Wait for it: chainnode tx wait ${hash}`);
    throw error;
  }
}

/** Waits until a block holds a transaction, and shows the time so far. Throws as `waitForTransaction` does. */
export async function waitForBlock(context: Context, hash: string, timeoutS: number): Promise<void> {
  const client = await workspaceOf(context).runningClient();
  const progress = createProgress(context);
  try {
    await waitForTransaction(client, hash, {
      timeoutS,
      signal: context.terminal.interruption(),
      advice: "Wait longer: chainnode tx wait <hash> --timeout <seconds>",
      onWait: (seconds) => progress.show(`Waiting for a block…  ${Math.floor(seconds)} s of ${timeoutS}`),
    });
  } finally {
    progress.clear();
  }
}

async function sendToAll(
  context: Context,
  others: readonly string[],
  transaction: SignedTransaction,
): Promise<void> {
  const clients = [
    await workspaceOf(context).runningClient(),
    ...(await Promise.all(others.map(openClientAt))),
  ];
  const sent = await Promise.allSettled(clients.map((client) => client.sendTransaction(transaction)));
  const refusals = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  // One node that accepts it is enough: it spreads to the others.
  if (refusals.length === clients.length) throw refusals[0];
  if (refusals.length > 0) context.note(`${refusals.length} of ${clients.length} nodes did not accept it.`);
}
