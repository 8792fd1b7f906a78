import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { ResourceChain } from "../../ledger/resource-chain.js";
import type { Given } from "../../records/operations/operation.js";
import { DEFAULT_INTERVALS, DEFAULT_SECONDS, type STATISTICS } from "../../records/operations/explorer.js";
import { countCalls, type ExploredChain } from "./lists-view.js";

/** The state of a node beside its chain. */
export interface NodeStanding {
  readonly pool: { readonly size: number; readonly bytes: number };
  readonly peers: number;
  /** The error with which the node refuses transactions; null while it accepts them. */
  readonly refusal: Pick<ChainError, "code"> | null;
}

interface ToldLedger extends Pick<Ledger, "validatorsAt"> {
  readonly resourceChain: Pick<ResourceChain, "fixedHeight" | "fixedMainHeight">;
}

/** Overview: what every caller may know. The text of a refusal may name files, so the answer has only its code. */
export async function overviewView(
  ledger: ToldLedger,
  { pool, peers, refusal }: NodeStanding,
  nowUs: number,
): Promise<Value> {
  const { fixedHeight, fixedMainHeight } = ledger.resourceChain;
  return objectToValue({
    pool: objectToValue({ transactions: BigInt(pool.size), bytes: BigInt(pool.bytes) }),
    slots: await ledger.validatorsAt(nowUs),
    peers: BigInt(peers),
    fixed_height: BigInt(fixedHeight),
    fixed_main_height: BigInt(fixedMainHeight),
    is_accepting: refusal === null,
    refusal: refusal === null ? null : refusal.code,
  });
}

const SECOND_US = 1_000_000;

/**
 * Statistics: the growth of the chains in each interval. It is computed from their lengths at its beginning and its end, so
 * no count is stored beside the blocks, and an undone block counts nowhere.
 */
export async function statisticsView(
  chain: ExploredChain,
  { interval = DEFAULT_SECONDS, count = DEFAULT_INTERVALS, before, type, cid }: Given<typeof STATISTICS>,
  nowUs: number,
): Promise<Value> {
  const length = interval * SECOND_US;
  const endUs = Math.ceil((before ?? nowUs + 1) / length) * length;
  const times = Array.from({ length: count + 1 }, (_, index) =>
    Math.max(0, endUs - (count - index) * length),
  );
  const ends = await chain.index.pastEnds(times);
  const firsts = ends.map(({ transactions }) => transactions);
  const calls = type === undefined ? null : await countCalls(chain, { type, cid }, firsts);
  return objectToValue({
    seconds: BigInt(interval),
    intervals: ends.slice(1).map((end, index) => {
      const begin = ends[index] ?? end;
      const grown = (name: "main" | "resource" | "transactions" | "addresses"): bigint =>
        BigInt(end[name] - begin[name]);
      return objectToValue({
        time: BigInt(times[index] ?? 0),
        blocks: grown("main"),
        resource_blocks: grown("resource"),
        transactions: grown("transactions"),
        new_addresses: grown("addresses"),
        difficulty: end.difficulty,
        calls: calls === null ? null : BigInt((calls[index + 1] ?? 0) - (calls[index] ?? 0)),
      });
    }),
  });
}
