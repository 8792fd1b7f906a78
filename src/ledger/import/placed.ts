import { ChainError } from "../../codec/chain-error.js";

export type ChainName = "main" | "resource";

/** Runs work on one block; what it throws names the chain and the block's height. */
export async function atBlock<T>(chain: ChainName, height: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const { code, message, kind, advice, details } = error;
    throw new ChainError(code, message, {
      kind,
      ...(advice === undefined ? {} : { advice }),
      details: { chain, height, ...details },
      cause: error,
    });
  }
}
