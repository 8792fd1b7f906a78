import { ChainError } from "../../codec/chain-error.js";

export type ChainName = "main" | "resource";

/** Runs work on one block; what it throws names the chain and the block's height. */
export async function atBlock<T>(chain: ChainName, height: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw placedError(chain, height, error);
  }
}

/** The same error with the chain and the height of a block; what is no `ChainError` as it is. */
export function placedError(chain: ChainName, height: number, error: unknown): unknown {
  if (!(error instanceof ChainError)) return error;
  const { code, message, kind, advice, details } = error;
  return new ChainError(code, message, {
    kind,
    ...(advice === undefined ? {} : { advice }),
    details: { chain, height, ...details },
    cause: error,
  });
}
