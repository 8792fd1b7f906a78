import type { NamedCells } from "./counted-cells.js";
import type { PreparedTransaction } from "./prepared-transaction.js";

/** Returns the cells that transactions name together, each once. */
export function namedBy(transactions: readonly Pick<PreparedTransaction, "cells">[]): NamedCells {
  const [universal, local] = [new Set<string>(), new Set<string>()];
  for (const { cells } of transactions) {
    for (const cell of cells.universal) universal.add(cell);
    for (const cell of cells.local) local.add(cell);
  }
  return { universal: [...universal], local: [...local] };
}
