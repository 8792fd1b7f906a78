import { ChainError } from "../../codec/chain-error.js";

/** Where the data of a chain are not what they should be. */
export interface DataFault {
  /** What is wrong, one sentence. */
  readonly reason: string;
  /** As far as it is known: chain and height, the state key, or the table and row. */
  readonly place: Readonly<Record<string, string | number>>;
  /** Whether the blocks may be right, and only what follows from them is not. */
  readonly isDerivable: boolean;
}

/** A fault for who meant the data to be right: `CHAIN_DIFFERENCE`, kind "local". */
export function faultError({ reason, place, isDerivable }: DataFault): ChainError {
  return new ChainError("CHAIN_DIFFERENCE", "The chain is not what its blocks make of it. ", {
    kind: "local",
    details: { ...place, reason },
    advice: isDerivable
      ? "Derive all that follows from the blocks anew: chainnode data reindex"
      : "Restore a backup, or fetch the chain from peers again: chainnode data reset",
  });
}
