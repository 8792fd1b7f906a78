import { addressOf, ADDRESS_LENGTH } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJsonInSteps } from "../../codec/parse-json.js";
import { detached, valueToText } from "../../codec/text.js";
import { memberOf, objectToValue, type Value } from "../../codec/value.js";
import { finishSliced, type TimeSlice } from "../../base/yield-to-loop.js";
import type { ChainPoint } from "../../records/event-place.js";
import type { SignedTransaction } from "../../records/transaction.js";
import type { ListedTransaction } from "../../store/store.js";
import { eventFrame, type ChainEvent, type SentEvent, type TransactionMarks } from "./event.js";

/** What events tell of a transaction's content. */
export interface ToldTransaction {
  readonly type: string;
  readonly cid: string | null;
  readonly from: string;
  readonly to?: string;
}

export function factsOf({ type, cid, address, transaction }: SignedTransaction): ToldTransaction {
  return { type: detached(type), cid: cid && detached(cid), from: address, ...recipientIn(transaction) };
}

export function acceptedEvent(hash: string, facts: ToldTransaction): SentEvent {
  return transactionEvent({ state: "accepted", hash }, facts);
}

/** @param facts undefined when the node no longer knows the transaction. */
export function forwardedEvent(hash: string, facts: ToldTransaction | undefined): SentEvent {
  return transactionEvent({ state: "forwarded", hash }, facts);
}

/** @param facts undefined when the node no longer knows the transaction. */
export function droppedEvent(
  { hash, height, reason }: { readonly hash: string; readonly height: number; readonly reason: string },
  facts: ToldTransaction | undefined,
): SentEvent {
  return transactionEvent({ state: "dropped", hash, height: BigInt(height), reason }, facts);
}

/** The event of a transaction of a committed block, without its place. */
export async function committedEvent(
  { hash, record }: ListedTransaction,
  { height, blockhash }: ChainPoint,
  slice: TimeSlice,
): Promise<Omit<ChainEvent, "place">> {
  const facts = factsIn(await finishSliced(parseJsonInSteps(record), slice));
  const told = { state: "committed", hash, height: BigInt(height), blockhash };
  return { type: "transaction", data: dataOf(told, facts), transaction: marksOf(hash, facts) };
}

function factsIn(record: Value): ToldTransaction {
  const transaction = memberOf(record, "transaction");
  const cid = memberOf(transaction, "cid") ?? null;
  return {
    type: detached(valueToText(memberOf(transaction, "type") ?? null)),
    cid: cid === null ? null : detached(valueToText(cid)),
    from: addressOf(valueToText(memberOf(record, "public_key") ?? null)),
    ...recipientIn(transaction),
  };
}

function recipientIn(transaction: Value | undefined): Pick<ToldTransaction, "to"> {
  const to = memberOf(transaction, "to");
  return typeof to === "string" && to.length === ADDRESS_LENGTH ? { to: detached(to) } : {};
}

function transactionEvent(
  told: Readonly<Record<string, Value>> & { readonly hash: string },
  facts: ToldTransaction | undefined,
): SentEvent {
  return {
    type: "transaction",
    frame: eventFrame("transaction", dataOf(told, facts)),
    transaction: marksOf(told.hash, facts),
  };
}

function dataOf(told: Readonly<Record<string, Value>>, facts: ToldTransaction | undefined): string {
  return canonicalJson(objectToValue({ ...told, ...facts }));
}

function marksOf(hash: string, facts: ToldTransaction | undefined): TransactionMarks {
  if (facts === undefined) return { hash, cid: undefined, addresses: [] };
  const { cid, from, to } = facts;
  return { hash, cid, addresses: to === undefined ? [from] : [from, to] };
}
