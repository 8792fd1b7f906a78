import { option, type Context, type OptionSpec } from "../../src/cli/command.js";
import { askPerson, YES_OPTION } from "../../src/cli/input/ask.js";
import type { Input } from "../../src/cli/input/input.js";
import { Interrupted } from "../../src/cli/terminal/prompter.js";
import { shownText } from "../../src/codec/shown-text.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import type { Client } from "../../src/client/index.js";
import { ChainError, instead } from "../../src/codec/chain-error.js";
import { mapToValue, type Value } from "../../src/codec/value.js";
import { AMOUNT, HEIGHT, orNull, TEXT, TIME_HASH } from "../../src/records/operations/json-schema.js";
import type { SentFate } from "../../src/records/operations/record-schemas.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { previewTransactions } from "./confirmation.js";
import { sendInTime, type Sign } from "../../src/actions/send-in-time.js";
import { callOf } from "../../src/actions/callables.js";
import { heightOfTransaction } from "../../src/actions/find-hash.js";
import { waitForTransaction } from "../../src/actions/wait.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import { openClientAt } from "../../src/actions/workspace.js";
import { withSuggestion } from "../../src/actions/check-call.js";
import { WAIT_OPTIONS, readWaitTimeout } from "../options.js";

export const SENDING_OPTIONS: readonly OptionSpec[] = [
  option("--also <url>", "URL of another node to send to; may be repeated", {
    isRepeatable: true,
    default: "none",
  }),
  ...WAIT_OPTIONS,
  YES_OPTION,
];

/**
 * What a command that sends knows in the end. The fee is known when the node's answer came with the block, the height
 * also where it is printed.
 */
export interface SentTransaction {
  readonly hash: string;
  readonly outcome: "pooled" | "committed";
  readonly height: number | null;
  readonly fee: string | null;
}

export const SENT_MEMBERS = {
  hash: TIME_HASH,
  outcome: TEXT,
  height: orNull(HEIGHT),
  fee: orNull(AMOUNT),
};

export function sentMembers({ hash, outcome, height, fee }: SentTransaction): Map<string, Value> {
  return new Map<string, Value>([
    ["hash", hash],
    ["outcome", outcome],
    ["height", height === null ? null : BigInt(height)],
    ["fee", fee],
  ]);
}

interface Sending {
  /** Unlocks the key and returns a function that signs the transaction. */
  readonly prepare: () => Promise<Sign>;
  readonly question?: string;
}

/**
 * Signs a transaction, sends it and waits for it. At a terminal it first shows what the transaction
 * does and asks for consent; the transaction is signed after the answer, because the chain advances meanwhile. Throws the
 * node's refusal; with several nodes, only when all refuse.
 */
export async function signAndSend(
  context: Context,
  input: Input,
  { prepare, question = "Send it?" }: Sending,
): Promise<Outcome> {
  readWaitTimeout(input);
  // Found before a password is asked for.
  const client = await context.workspace.runningClient();
  const isPerson = context.terminal.prompter !== null;
  if (isPerson) await client.ping();
  const sign = await prepare();
  if (isPerson && !input.flag(YES_OPTION.name)) {
    const transaction = await sign("show");
    await previewTransactions(context, client, [{ transaction, weight: await client.weight(transaction) }]);
    await askPerson(question, context, input);
  }
  const send = (transaction: SignedTransaction): Promise<SentFate | null> =>
    withSuggestion(context.workspace.readableCodes, callOf(transaction), () =>
      sendToAll(context, input, transaction),
    );
  const sent = await sendAndWait(context, input, { sign, send });
  return { data: mapToValue(sentMembers(sent)), text: () => `${sent.hash}\n` };
}

/** How long the answer of the node may wait for the block. After that, a person sees how long it has taken. */
const FIRST_WAIT_MS = 1000;

const LOOK_UP_COMMAND = (hash: string): string => `chainnode tx get ${hash}`;

interface Sender {
  readonly sign: Sign;
  /** Returns what the node tells of the transaction, if it tells anything. */
  readonly send: (transaction: SignedTransaction) => Promise<SentFate | null>;
}

/**
 * Sends a transaction and waits until a block holds it, unless the user does not want to. When the node drops it, a
 * person may send it again with a new signature; elsewhere that is the error.
 */
export async function sendAndWait(
  context: Context,
  input: Input,
  { sign, send }: Sender,
): Promise<SentTransaction> {
  const client = await context.workspace.runningClient();
  const isHeld = async (hash: string): Promise<boolean> => (await client.getTransaction(hash)) !== null;
  for (;;) {
    const fates: (SentFate | null)[] = [];
    const sendOnce = async (transaction: SignedTransaction): Promise<void> => {
      fates.push(await send(transaction));
    };
    const { hash } = await sendInTime(sign, { send: sendOnce, isHeld, lookUp: LOOK_UP_COMMAND });
    const fate = fates.at(-1);
    if (fate?.state === "committed")
      return { hash, outcome: "committed", height: fate.height, fee: fate.fee };
    if (input.flag("no-wait")) return { hash, outcome: "pooled", height: null, fee: null };
    try {
      await waitForSent(context, hash, readWaitTimeout(input));
      return {
        hash,
        outcome: "committed",
        height: await heightFor(context, input, { client, hash }),
        fee: null,
      };
    } catch (error) {
      const isAgain =
        isDropped(error) && (await sign("show")).hash !== hash && (await agreesToSendAgain(context, error));
      if (!isAgain) throw error;
    }
  }
}

/** The height of the block, where it is printed. The transaction is in it, also where it is not found now. */
async function heightFor(
  { settings }: Context,
  input: Input,
  { client, hash }: { readonly client: Client; readonly hash: string },
): Promise<number | null> {
  if (!settings.flag("json") && input.option("file") === undefined) return null;
  return heightOfTransaction(client, hash).catch(instead(null));
}

const DROPPED: ReadonlySet<string> = new Set(["TRANSACTION_DROPPED", "TRANSACTION_EXPIRED"]);

function isDropped(error: unknown): error is ChainError {
  return error instanceof ChainError && DROPPED.has(error.code);
}

/** Asks again, also after `--yes`: the chain may take the second transaction besides the first. */
async function agreesToSendAgain(context: Context, { message, details }: ChainError): Promise<boolean> {
  const { prompter } = context.terminal;
  if (prompter === null) return false;
  const reason = String(details["reason"] ?? "").trim();
  context.note(shownText([message.trim(), reason].filter((part) => part !== "").join(" ")));
  context.note(
    `Sent again, it is another transaction. Until block ${details["height"]} is below the fixed height, the chain may take both.`,
  );
  return prompter.confirm("Sign it again and send it?");
}

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
  const client = await context.workspace.runningClient();
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

/** Sends a transaction, and lets the answer wait for its block unless the user does not want to. */
export async function sendTo(
  client: Client,
  input: Input,
  transaction: SignedTransaction,
): Promise<SentFate | null> {
  const waitMs = input.flag("no-wait") ? 0 : Math.min(FIRST_WAIT_MS, readWaitTimeout(input) * 1000);
  if (waitMs > 0) return client.sendAndWait(transaction, Math.ceil(waitMs));
  await client.sendTransaction(transaction);
  return null;
}

async function sendToAll(
  context: Context,
  input: Input,
  transaction: SignedTransaction,
): Promise<SentFate | null> {
  const others = await Promise.all(input.options("also").map(openClientAt));
  const clients = [await context.workspace.runningClient(), ...others];
  const sent = await Promise.allSettled(clients.map((client) => sendTo(client, input, transaction)));
  const refusals = sent.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  // One node that accepts it is enough: it spreads to the others.
  if (refusals.length === clients.length) throw refusals[0];
  if (refusals.length > 0) context.note(`${refusals.length} of ${clients.length} nodes did not accept it.`);
  const [first] = sent;
  return first?.status === "fulfilled" ? first.value : null;
}
