import { expect } from "chai";
import { ChainError, type ErrorKind } from "../../src/codec/chain-error.js";

/** Fails unless the promise is rejected with a `ChainError` of this code and kind. Returns the error. */
export async function expectRejection(
  promise: Promise<unknown>,
  code: string,
  kind: ErrorKind,
): Promise<ChainError> {
  const error = await promise.then(
    () => "nothing was thrown",
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ChainError);
  const chainError = error as ChainError;
  expect([chainError.code, chainError.kind]).to.deep.equal([code, kind]);
  return chainError;
}
