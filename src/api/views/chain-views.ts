import { ofSubmission } from "../../vm/machine.js";
import { parseJson } from "../../codec/parse-json.js";
import { objectToMap, objectToValue, type Value, type ValueMap } from "../../codec/value.js";
import type { LedgerView } from "../../ledger/requests/answer-request.js";
import { PROTOCOL_VERSION } from "../../records/limits.js";
import { EMPTY_MAIN_BLOCK, mainBlockSummaryToText } from "../../records/main-block.js";
import { emptyResourceBlock, resourceBlockSummaryToText } from "../../records/resource-block.js";
import { instead } from "../../codec/chain-error.js";
import { at } from "../../replay/at.js";
import { pruned } from "../../store/errors.js";
import { MAX_PAST_VALUES } from "../../records/operations/state.js";
import type { HistoryQuery, RoundQuery, SignedInput, StateQuery } from "../engine.js";
import { isStateKey, padStateKey, type StateKind } from "../../codec/state-key.js";
import * as errors from "../errors.js";
import { readSubmissionInSteps } from "../../consensus/submission-rules.js";
import { executeAlone } from "../../ledger/execute-alone.js";
import { prepareEventually } from "../../ledger/prepared-transaction.js";
import { finishSliced } from "../../base/yield-to-loop.js";

/** The answers of Info and Round (docs/rpc.md; PROTOCOL 13.6). */

/** The summary of a main block, by default of the tip. The empty block when there is no block of that height. */
async function mainBlockView({ store, tip }: LedgerView, height = tip.height): Promise<Value> {
  const summary = await store.mainBlockSummary({ height });
  return parseJson(mainBlockSummaryToText(summary ?? { ...EMPTY_MAIN_BLOCK, transaction_count: 0 }));
}

/** The summary of a resource block, by default of the tip. */
async function resourceBlockView({ store, network }: LedgerView, height?: number): Promise<Value> {
  const block = await store.resourceBlock(height === undefined ? "last" : { height });
  const shown = block ?? emptyResourceBlock(network.constants.default_difficulty);
  return parseJson(resourceBlockSummaryToText(shown));
}

/** The activities of a node, under the names of Info (docs/rpc.md). */
export interface Policies {
  readonly chain_maker_policy: boolean;
  readonly resource_miner_policy: boolean;
  readonly peer_searcher_policy: boolean;
  readonly collector_policy: boolean;
  readonly mining: boolean;
}

/** Info: the activities of a node and its last blocks. */
export async function infoView(ledger: LedgerView, status: string, policies: Policies): Promise<Value> {
  const { announced } = ledger.network.ruleSet;
  return objectToValue({
    status,
    version: PROTOCOL_VERSION,
    ...(announced === null ? {} : { rules: announced }),
    ...policies,
    last_block: await mainBlockView(ledger),
    last_resource_block: await resourceBlockView(ledger),
  });
}

/** Round: of one chain, or of both by name. An unknown chain type means the main chain. */
export async function roundView(ledger: LedgerView, nowUs: number, query: RoundQuery): Promise<Value> {
  if (query.chain_type === "all") {
    return new Map([
      ["main", await mainRound(ledger, nowUs, query.main)],
      ["resource", await resourceRound(ledger, nowUs, query.resource)],
    ]);
  }
  if (query.chain_type === "resource") return resourceRound(ledger, nowUs, query.height);
  return mainRound(ledger, nowUs, query.height);
}

async function mainRound(ledger: LedgerView, nowUs: number, height?: number): Promise<ValueMap> {
  return round(await mainBlockView(ledger, height), ledger.tip.height, nowUs);
}

async function resourceRound(ledger: LedgerView, nowUs: number, height?: number): Promise<ValueMap> {
  const last = (await ledger.store.resourceBlock("last"))?.height ?? 0;
  return round(await resourceBlockView(ledger, height), last, nowUs);
}

function round(block: Value, syncLimit: number, nowUs: number): ValueMap {
  return objectToMap({ block, sync_limit: BigInt(syncLimit), timestamp: BigInt(nowUs) });
}

/** Inspect: the value of a state key and the height at which it was read. Throws `STATE_KEY` for an invalid key. */
export async function inspectState({ store }: LedgerView, kind: StateKind, key: string): Promise<Value> {
  if (!isStateKey(key)) {
    throw errors.stateKey();
  }
  const cell = padStateKey(key);
  for (;;) {
    const tip = await store.mainBlockSummary("last");
    const value = (await store.readState(kind, [cell])).get(cell) ?? null;
    // Read again: a block that was committed meanwhile may have written the cell.
    if ((await store.mainBlockSummary("last"))?.blockhash !== tip?.blockhash) continue;
    return objectToMap({ key, value, height: BigInt(tip?.height ?? 0) });
  }
}

/**
 * StateAt: the values of cells after a main block, null for absent ones. Throws `STATE_KEY` for an invalid key,
 * and what `at` throws for the height.
 */
export async function stateView({ store }: LedgerView, { kind, keys, height }: StateQuery): Promise<Value> {
  if (!keys.every(isStateKey)) throw errors.stateKey();
  const past = await at(store, height ?? (await store.mainBlockSummary("last"))?.height ?? 0);
  const values = await past.readState(kind, keys.map(padStateKey));
  const last = await past.mainBlockSummary("last");
  return objectToMap({
    height: BigInt(last?.height ?? 0),
    blockhash: last?.blockhash ?? "",
    values: new Map(keys.map((key) => [key, values.get(padStateKey(key)) ?? null])),
  });
}

/** History: the values that a cell has had, newest first. Throws `STATE_KEY` for an invalid key. */
export async function historyView(
  { store }: Pick<LedgerView, "store">,
  { kind, key, before = Number.MAX_SAFE_INTEGER }: HistoryQuery,
): Promise<Value> {
  if (!isStateKey(key)) throw errors.stateKey();
  const place = { kind, cell: padStateKey(key), before };
  // One more tells whether there is another page.
  const versions = await store.cellVersions({ ...place, count: MAX_PAST_VALUES + 1 });
  const shown = versions.slice(0, MAX_PAST_VALUES);
  const last = shown.at(-1);
  const hasMore =
    versions.length > shown.length ||
    // The page of what is gone says so.
    (last !== undefined && (await isGone(store.cellVersions({ ...place, before: last.height, count: 1 }))));
  return objectToMap({
    values: shown.map(({ height, value }) => objectToMap({ height: BigInt(height), value })),
    next: hasMore && last !== undefined ? BigInt(last.height) : null,
  });
}

function isGone(question: Promise<unknown>): Promise<boolean> {
  return question.then(() => false).catch(instead(true, pruned.code));
}

/**
 * Weight: the weight of a transaction on the tip, or the weight reached when a condition fails (PROTOCOL 13.7). Anyone
 * may ask, as anyone may submit a transaction, so the same work limit holds (PROTOCOL 15.8).
 */
export async function weighTransaction(
  { store, network, registry, runners }: LedgerView,
  input: SignedInput,
): Promise<bigint> {
  const budget = ofSubmission(network.workLimits.admission);
  const preparing = { registry, runner: runners.callers, budget };
  const transaction = await finishSliced(readSubmissionInSteps(input));
  const prepared = await prepareEventually(transaction, preparing);
  return (await executeAlone(prepared, { store, runner: runners.callers, budget })).weight;
}
