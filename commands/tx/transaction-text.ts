import {
  scalarText,
  hashText,
  NAME_WIDTH,
  timeText,
  type View,
  fieldsText,
  tableText,
  type Column,
  type Field,
} from "../../src/cli/output/view.js";
import type { Context } from "../../src/cli/command.js";
import { amountText } from "../../src/codec/coins.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { timeHashToTime } from "../../src/codec/hash.js";
import { entriesOf, isContainer, memberOf, type Value } from "../../src/codec/value.js";
import { textIn } from "../../src/codec/text.js";
import { AMOUNT_PARAMETERS } from "../../src/records/units.js";
import { openChain, withStoredChain } from "../../src/actions/open-chain.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { MAX_BLOCKS } from "../../src/records/operations/limits.js";
import type { ReadChain } from "../../src/replay/read-chain.js";

export type NamedTransaction = readonly [
  hash: string,
  record: { readonly transaction: Value; readonly public_key: string },
];

const COLUMNS: readonly Column[] = [
  { title: "hash" },
  { title: "time" },
  { title: "type", width: NAME_WIDTH },
  { title: "from" },
  { title: "to" },
  { title: "amount", align: "right", width: NAME_WIDTH },
];

/** The width of a row with three hashes of the usual length. */
const WIDE = 110;

/** The cid of the network's own space, where transactions name it (PROTOCOL 16.5); else empty. */
export async function readOwnCid(context: Context, transactions: readonly Value[]): Promise<string> {
  if (!transactions.some((transaction) => textIn(transaction, "network") !== "")) return "";
  return (await context.workspace.networkMembers()).get("cid") ?? "";
}

/** A table with one row for each transaction. @param ownCid see `readOwnCid`. */
export function transactionsText(
  view: View,
  transactions: readonly NamedTransaction[],
  ownCid: string,
): string {
  const short = (hash: string): string => hashText(view, hash, view.width < WIDE);
  return tableText(
    view,
    COLUMNS,
    transactions.map(([hash, { transaction, public_key }]) => [
      short(hash),
      timeText(view, timeHashToTime(hash)),
      textIn(transaction, "type"),
      short(publicKeyToAddress(public_key)),
      short(textIn(transaction, "to")),
      transactionAmount(transaction, ownCid),
    ]),
  );
}

interface FoundTransaction {
  readonly hash: string;
  readonly outcome: string;
  readonly height: number;
  readonly paid: FeePaid;
  readonly ownCid: string;
}

export function transactionText(
  view: View,
  record: Value,
  { hash, outcome, height, paid, ownCid }: FoundTransaction,
): string {
  const transaction = memberOf(record, "transaction") ?? null;
  const publicKey = textIn(record, "public_key");
  const parameters = isContainer(transaction) ? [...entriesOf(transaction)] : [];
  return fieldsText(view, [
    ["hash", hash],
    ["outcome", outcome],
    ["height", String(height)],
    ["time", timeText(view, timeHashToTime(hash))],
    ["signer", publicKeyToAddress(publicKey)],
    ...parameters
      .filter(([name]) => name !== "timestamp" && name !== "from")
      .map(([name, value]): Field => [
        name,
        name === "amount" ? transactionAmount(transaction, ownCid) : scalarText(value),
      ]),
    ["fee", paid.fee === null ? `unknown: ${paid.reason}` : amountText(paid.fee.toString())],
    ["public key", publicKey],
    ["signature", textIn(record, "signature")],
  ]);
}

/** The amount in coins when it is known to be in units; otherwise as signed. */
function transactionAmount(transaction: Value, ownCid: string): string {
  const amount = textIn(transaction, "amount");
  const isOwn = ["", ownCid].includes(textIn(transaction, "cid"));
  const isUnits = AMOUNT_PARAMETERS.get(textIn(transaction, "type"))?.includes("amount") === true && isOwn;
  return isUnits ? amountText(amount) : amount;
}

interface Held {
  readonly hash: string;
  readonly height: number;
}

/** The fee of a transaction in units, or why it is unknown and what to do: one or two sentences. */
type FeePaid = { readonly fee: bigint } | { readonly fee: null; readonly reason: string };

/**
 * The fee that a transaction paid: it is executed again on the state before it. It is unknown when that fails, when a code
 * that this program does not know takes it, and when a node given by URL would have to send many blocks.
 */
export async function feePaid(context: Context, held: Held): Promise<FeePaid> {
  const { workspace } = context;
  const place = await workspace.place();
  try {
    // Reading the database is faster than asking the node that runs on it.
    if ("url" in place && place.directory !== undefined)
      return await withStoredChain(workspace, (chain) => feeOn(chain, held.hash));
    const blocks = "url" in place ? await blocksToRead(await workspace.client(), held.height) : 0;
    if (blocks <= MAX_BLOCKS) return await feeOn(await openChain(workspace), held.hash);
    return unknown(
      `The node does not tell earlier states: ${blocks} blocks would be read. Read them: chainnode code trace ${held.hash}`,
    );
  } catch (error) {
    if (error instanceof ChainError) return unknown(`${error.message} ${error.advice}`.trim());
    throw error;
  }
}

function unknown(reason: string): FeePaid {
  return { fee: null, reason };
}

/** The blocks that a node must send for the state before one of them: none when it answers StateAt. */
async function blocksToRead(client: Client, height: number): Promise<number> {
  const blocks = (await client.blockCount()) - height;
  if (blocks <= MAX_BLOCKS) return blocks;
  const { answersStateAt } = await import("../../src/replay/remote/asked-cells.js");
  return (await answersStateAt(client)) ? 0 : blocks;
}

async function feeOn(chain: ReadChain, hash: string): Promise<FeePaid> {
  const { replayTransaction } = await import("../../src/replay/trial/try-transaction.js");
  const { costOf } = await import("../../src/replay/trial/fee.js");
  const trial = await replayTransaction(chain, hash);
  if (trial === null) return unknown("The block that held it was undone. Ask again.");
  const { fee } = costOf(trial, await chain.at(trial.height));
  if (fee !== null) return { fee };
  return unknown(
    `A code that this program does not know takes it. Show what it wrote: chainnode code trace ${hash}`,
  );
}
