import type { ChainHeights } from "../../ledger/import/stored-chain.js";
import type { ReadableChain } from "./stored-chain.js";

interface HeightRange {
  readonly from: number;
  readonly to: number;
}

/** Blocks that a stored chain holds or held and that cannot be derived from it. */
export interface LostBlocks {
  readonly main: HeightRange | null;
  readonly resource: HeightRange | null;
  /** The number of transactions in the main blocks; null when it cannot be read. */
  readonly transactions: number | null;
}

interface DerivedHeights {
  readonly heights: ChainHeights;
  readonly derived: ChainHeights;
  readonly transactions: number;
}

/** Finds the blocks of a stored chain that the derived one lacks; null when it lacks no block. */
export async function findLost(
  { salvage }: ReadableChain,
  { heights, derived, transactions }: DerivedHeights,
): Promise<LostBlocks | null> {
  const main = rangeAfter(derived.main, heights.main);
  const resource = rangeAfter(derived.resource, heights.resource);
  if (main === null && resource === null) return null;
  return { main, resource, transactions: await salvage.transactionsAfter(transactions) };
}

function rangeAfter(derived: number, stored: number): HeightRange | null {
  return stored > derived ? { from: derived + 1, to: stored } : null;
}

/** The lost blocks as members of a result or of an error's details. */
export function lostToMembers({
  main,
  resource,
  transactions,
}: LostBlocks): Readonly<Record<string, number>> {
  return {
    ...(main === null ? {} : { lost_main_from: main.from, lost_main_to: main.to }),
    ...(resource === null ? {} : { lost_resource_from: resource.from, lost_resource_to: resource.to }),
    ...(transactions === null ? {} : { lost_transactions: transactions }),
  };
}

/** The lost blocks as text: `main blocks 39 to 54, 115 transactions`. */
export function lostText({ main, resource, transactions }: LostBlocks): string {
  return [
    ...(main === null ? [] : [`main blocks ${main.from} to ${main.to}`]),
    ...(resource === null ? [] : [`resource blocks ${resource.from} to ${resource.to}`]),
    ...(transactions === null ? [] : [`${transactions} transactions`]),
  ].join(", ");
}
