import { objectToValue, type Value } from "../../codec/value.js";
import type { CodeRegistry } from "../../ledger/code-registry.js";
import type { Given } from "../../records/operations/operation.js";
import { type LIST_CALLS, MAX_LISTED_CALLS } from "../../records/operations/explorer.js";
import type { CalledCode, ChainIndex } from "../../store/chain-index.js";
import type { ExploredChain } from "./explored-chain.js";

type CallsQuery = Given<typeof LIST_CALLS>;

/** A transaction may name the network's own space or leave it out (PROTOCOL 5.1). */
function namesOf(
  { network }: CodeRegistry,
  { type = "", cid = network.rootCid }: CallsQuery,
): readonly CalledCode[] {
  const named = { type, cid };
  return cid === network.rootCid ? [named, { type, cid: null }] : [named];
}

/** For each number n of `firsts`, counts the calls of a code among the chain's first n transactions. */
export async function countCalls(
  { index, registry }: { readonly index: ChainIndex; readonly registry: CodeRegistry },
  query: CallsQuery,
  firsts: readonly number[],
): Promise<readonly number[]> {
  const counts = await Promise.all(namesOf(registry, query).map((code) => index.countCalls(code, firsts)));
  return firsts.map((_, place) => counts.reduce((sum, ofName) => sum + (ofName[place] ?? 0), 0));
}

/** ListCalls: a page of the transactions that call a contract. */
export async function callsView(
  { index, registry }: ExploredChain,
  { before = Number.MAX_SAFE_INTEGER, ...query }: CallsQuery,
): Promise<Value> {
  // One more call than a page shows whether another page follows.
  const count = MAX_LISTED_CALLS + 1;
  const listed = await Promise.all(
    namesOf(registry, query).map((code) => index.listCalls({ code, before, count })),
  );
  const calls = listed.flat().toSorted((left, right) => right.number - left.number);
  const shown = calls.slice(0, MAX_LISTED_CALLS);
  const [all = 0] = await countCalls({ index, registry }, query, [await transactionCount(index)]);
  return objectToValue({
    count: BigInt(all),
    calls: shown.map(({ hash, height, sender }) =>
      objectToValue({ hash, height: BigInt(height), from: sender }),
    ),
    next: calls.length > shown.length ? BigInt(shown.at(-1)?.number ?? 0) : null,
  });
}

async function transactionCount(index: ChainIndex): Promise<number> {
  const [end] = await index.pastEnds([Number.MAX_SAFE_INTEGER]);
  return end?.transactions ?? 0;
}
