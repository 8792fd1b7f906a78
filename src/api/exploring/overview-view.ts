import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { ResourceChain } from "../../ledger/resource-chain.js";

/** The state of a node beside its chain. */
export interface NodeStanding {
  readonly pool: { readonly size: number; readonly bytes: number };
  /** The number of known peers. */
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
