import { ChainError } from "../../codec/chain-error.js";
import type { ChainName } from "../../store/store.js";

export type { ChainName };

/** Does work on one block. Its errors name the chain and the block's height. */
export async function atBlock<T>(chain: ChainName, height: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw placedError(chain, height, error);
  }
}

/** Adds the chain and height of a block to a `ChainError`; returns any other error unchanged. */
export function placedError(chain: ChainName, height: number, error: unknown): unknown {
  if (!(error instanceof ChainError)) return error;
  return error.with({ details: { chain, height } });
}
