import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { ResourceChain } from "../../ledger/resource-chain.js";

/** What a node has beside its chain. */
export interface NodeStanding {
  readonly pool: { readonly size: number; readonly bytes: number };
  /** How many peers it knows. */
  readonly peers: number;
  /** The error with which it refuses transactions now; null while it accepts them. */
  readonly refusal: Pick<ChainError, "code"> | null;
}

interface ToldLedger extends Pick<Ledger, "validatorsAt"> {
  readonly resourceChain: Pick<ResourceChain, "fixedHeight" | "fixedMainHeight">;
}

/** Overview: no more than a stranger may know. The text of a refusal may name files, so only its code is told. */
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
