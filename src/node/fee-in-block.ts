import { RegisteredCode, type CodeInForce, type CodeRegistry } from "../ledger/code-registry.js";
import type { SignedTransaction } from "../records/transaction.js";
import { feeOfCall } from "../replay/trial/fee.js";

/** The fee of a transaction of the last block, in units; null when a code that this program does not know takes it. */
export function feeInBlock(
  registry: CodeRegistry,
  transaction: SignedTransaction,
  weights: ReadonlyMap<string, bigint>,
): bigint | null {
  const { code, postProcess } = registry.contract(transaction.cid, transaction.type);
  const codes = { called: registered(code), fee: registered(postProcess) };
  return feeOfCall(codes, transaction, weights.get(transaction.hash) ?? 0n);
}

/** System contracts have no code that is registered. */
function registered(code: CodeInForce | null): RegisteredCode | undefined {
  return code instanceof RegisteredCode ? code : undefined;
}
