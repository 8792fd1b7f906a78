import { ChainError } from "../../codec/chain-error.js";

/** An error in the caller's input: exit code 2. */
export function usageError(
  code: string,
  message: string,
  details: Readonly<Record<string, string | number>> = {},
  advice?: string,
): ChainError {
  return new ChainError(code, message, {
    kind: "usage",
    details,
    ...(advice === undefined ? {} : { advice }),
  });
}
