import { stateKeyPrefix, type StateKind } from "../../codec/state-key.js";
import { CellNames } from "../../records/cell-names.js";
import { stateChanges, PastState } from "../../replay/past-state.js";
import { createAddresses, type Addresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { SentTransactions } from "../sent-transactions.js";
import {
  createGivenReader,
  readHeight,
  findHash,
  type GivenReader,
  type GivenTransaction,
} from "./arguments.js";
import { showChanges, type Change } from "./views.js";
import {
  explainTransaction,
  type Explanation,
  type TransactionFacts,
} from "../../replay/trial/explain-transaction.js";
import { trySigned, tryTransaction, replayTransaction } from "../../replay/trial/try-transaction.js";
import type { Client } from "../../client/index.js";
import { pooledHashes } from "../../actions/find-hash.js";
import { altered } from "../../replay/altered.js";
import { costOf } from "../../replay/trial/fee.js";
import { BY_ADDRESS, readGivenCells } from "../../replay/trial/given-cells.js";
import { isMap, type Value } from "../../codec/value.js";
import { printable } from "../print/shown-as.js";
import { toValue } from "../to-value.js";
import { assertKind, listedCode } from "./code-record.js";
import { cidOf } from "../../records/code.js";
import type { CodeKind } from "../../records/code-layout.js";
import { isReadable, codeRecord } from "../../records/stored-code.js";
import type { ConsoleName } from "../names/name.js";
import { withUsage } from "../names/with-usage.js";
import { PAST_NAMES } from "../names/table.js";
import { alignRows } from "../../base/text/align-rows.js";
import { shownText } from "../../codec/shown-text.js";
import { transactionUnknown } from "../../records/errors.js";
import { traceText, type TraceStyle } from "../../replay/trial/trace-text.js";
import { resultText, trialFields, type TrialField } from "../../replay/trial/trial-data.js";
import type { Trial } from "../../replay/trial/trial.js";
import type { ReadChain } from "../../replay/read-chain.js";
import type { TraceCall } from "../../vm/machine.js";

export function createDebugObjects(
  connection: ConsoleConnection,
  host: Pick<Host, "keys">,
  sent = new SentTransactions(),
) {
  const addresses = createAddresses(connection, host);
  const read = createGivenReader(connection, addresses);
  return {
    trace: createTrace(connection, read, sent),
    at: (height: number | bigint) => createPastObject(connection, addresses, height),
    whatIf: createWhatIf(connection, addresses, read),
    diff: createDiff(connection),
    why: createWhy(connection, read, sent),
  };
}

/** `diff(from, to)`: the cells that differ between two heights, with the names that codes give them. */
function createDiff({ openChain }: ConsoleConnection) {
  return async (from: number | bigint, to: number | bigint) => {
    const [fromHeight, toHeight] = [readHeight(from), readHeight(to)];
    const chain = await openChain();
    const names = new CellNames(chain.network.rootSpace, chain.codes.readable);
    const named: Change[] = [];
    for await (const { kind, stateKey, old, new: now } of stateChanges(chain, fromHeight, toHeight)) {
      const { space, attribute: known, key } = names.nameOf(stateKey);
      const attribute = known ?? stateKeyPrefix(stateKey);
      named.push({ kind, name: space === null ? attribute : `${space} ${attribute}`, key, old, new: now });
    }
    return showChanges(named);
  };
}

/** `why(hash | tx)`: where a transaction is, and why it is not in the chain. */
function createWhy(
  { openChain, client, nowUs, sandbox }: ConsoleConnection,
  read: GivenReader,
  sent: SentTransactions,
) {
  return async (transactionOrHash: unknown): Promise<Explanation> => {
    const { hash, attempt } = await subjectOf(transactionOrHash, { client, read, sent });
    // The pool is read before the chain: a transaction that leaves it meanwhile is found in the chain.
    const isPooled = (await pooledHashes(client)).has(hash);
    const refusal = sandbox?.refusalOf(hash) ?? sent.get(hash)?.refusal ?? null;
    const fate = await client.transactionFate(hash);
    const dropped = fate?.state === "dropped" ? fate : null;
    return explainTransaction(await openChain(), {
      hash,
      isPooled,
      refusal,
      dropped,
      attempt,
      nowUs: nowUs(),
    });
  };
}

async function subjectOf(
  transactionOrHash: unknown,
  {
    client,
    read,
    sent,
  }: { readonly client: Client; readonly read: GivenReader; readonly sent: SentTransactions },
): Promise<Pick<TransactionFacts, "hash" | "attempt">> {
  if (typeof transactionOrHash !== "string") {
    const { transaction, from, isSigned } = await read(transactionOrHash);
    const attempt: TransactionFacts["attempt"] = isSigned
      ? (source) => trySigned(source, transaction)
      : (source) => tryTransaction(source, transaction, from);
    return { hash: transaction.hash, attempt };
  }
  const hash = await findHash(client, transactionOrHash);
  const transaction = sent.get(hash)?.transaction;
  const attempt =
    transaction && ((source: Parameters<typeof trySigned>[0]) => trySigned(source, transaction));
  return { hash, attempt: attempt ?? null };
}

interface WhatIfOptions {
  /** Replaced cells: `{ universal, local }` by state key or attribute and key, `{ balance, resource }` by address. */
  readonly state?: unknown;
  /** Uses the state after this height instead of the tip's. */
  readonly height?: number | bigint;
}

/** `whatIf(tx, { state, height })`: executes a transaction on a modified state. Nothing is stored. */
function createWhatIf({ openChain }: ConsoleConnection, addresses: Addresses, read: GivenReader) {
  return async (transaction: unknown, { state = {}, height }: WhatIfOptions = {}) => {
    const given = await read(transaction);
    const tip = await openChain();
    const chain = height === undefined ? tip : await tip.at(readHeight(height));
    const { method } = chain.codes.registry.contract(given.transaction.cid, given.transaction.type).code;
    const resolved = await resolveAmounts(toValue(state), addresses);
    const cells = readGivenCells(resolved, method, chain.network.rootSpace);
    const supposed = chain.over(altered(chain.reader, cells));
    const trial = given.isSigned
      ? await trySigned(supposed, given.transaction)
      : await tryTransaction(supposed, given.transaction, given.from);
    const { execution, reads, writes } = trial;
    const { fee } = costOf(trial, chain);
    const outcome = {
      ok: execution.ok,
      result: execution.ok ? execution.result : execution.message,
      weight: execution.weight,
      fee,
      height: trial.height,
      reads,
      writes,
    };
    return printable(outcome, (style) =>
      outcomeText(trial, style, fee === null ? [] : [["fee", fee.toString()]]),
    );
  };
}

async function resolveAmounts(state: Value, addresses: Addresses): Promise<Value> {
  if (!isMap(state)) return state;
  const resolved = new Map(state);
  for (const attribute of BY_ADDRESS) {
    const amounts = state.get(attribute);
    if (!isMap(amounts)) continue;
    const byAddress = new Map<string, Value>();
    for (const [name, amount] of amounts) byAddress.set(await addresses.resolve(name), amount);
    resolved.set(attribute, byAddress);
  }
  return resolved;
}

interface CodePlace {
  readonly kind?: CodeKind;
  readonly cid?: string;
}

const NAMED: ReadonlyMap<string, ConsoleName> = new Map(PAST_NAMES.map((entry) => [entry.name, entry]));

/** `at(height)`: the chain after that block. Every member returns a promise. */
function createPastObject({ openChain }: ConsoleConnection, addresses: Addresses, given: number | bigint) {
  const height = readHeight(given);
  const past = new PastState(openChain, height);
  const members = {
    height,
    /** Null when the cell was absent. */
    state: (kind: StateKind, key: string) => past.state(kind, key),
    /** The balance in the smallest unit; null when the address had none. */
    balance: async (address?: unknown) => past.balance(await addresses.resolve(address)),
    resource: async (address?: unknown) => past.resource(await addresses.resolve(address)),
    /** The record of the code that a call would have found, null if none. */
    async code(name: string, { kind = "contract", cid }: CodePlace = {}): Promise<Value> {
      assertKind(kind);
      const { network } = await openChain();
      const place = cid === undefined ? network.rootCid : await addresses.resolveCid(cid);
      const found = (await past.codes()).filter(isReadable).findLast(({ method }) => {
        return method.name === name && method.kind === kind && cidOf(method) === place;
      });
      return found === undefined ? null : codeRecord(found);
    },
    /** The codes, as `code.list` returns them. */
    codes: async () => (await past.codes()).map(listedCode),
    /** The validator slots at the block's time, the newest last (PROTOCOL 9.13). */
    validators: () => past.validators(),
    miners: () => past.miners(),
    fixedHeight: () => past.fixedHeight(),
  };
  const calls = PAST_NAMES.map(({ signature }) => signature);
  return printable(
    withUsage(members, "", NAMED),
    () => `the chain after main block ${height}: ${calls.join(", ")}`,
  );
}

/**
 * `trace(hash | tx)`: executes a committed transaction again on the state before it; any other transaction that is
 * given, or that this console sent, on the current state. Shown as the tree of its calls, with what it read and
 * wrote.
 */
function createTrace({ client, openChain }: ConsoleConnection, read: GivenReader, sent: SentTransactions) {
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
function outcomeText(trial: Trial, style: TraceStyle, more: readonly TrialField[] = []): string {
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
