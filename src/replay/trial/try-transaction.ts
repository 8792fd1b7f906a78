import type { ValueMap } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import { findParameterFailure, type Carrier } from "../../records/parameter.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { assertSender } from "../../records/transaction-rules.js";
import { collectStateKeys, type ProgramCall } from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import { loadState, tryContract, type Trial } from "./trial.js";
import { parameterInvalid } from "../../records/errors.js";

/** Executes a signed transaction alone on the chain's state, as a node does (PROTOCOL 5.6), but ignores its time. */
export function trySigned(chain: ReadChain, transaction: SignedTransaction): Promise<Trial> {
  assertSender(transaction);
  return tryTransaction(chain, transaction, transaction.address);
}

/**
 * Executes a transaction as if an address had signed it. Throws `CONTRACT_MISSING`, or `PARAMETER_INVALID` with the
 * protocol's text (PROTOCOL 5.10).
 */
export async function tryTransaction(
  chain: ReadChain,
  transaction: SignedTransaction,
  from: string,
): Promise<Trial> {
  const { code, postProcess } = chain.codes.registry.contract(transaction.cid, transaction.type);
  chain.assertDefinitionKnown(code.method);
  const { transaction: parameters, hash, size } = transaction;
  assertCodeParameters(code.method, parameters, "transaction");
  const call: ProgramCall = {
    program: code.program,
    postProcess: postProcess?.program ?? null,
    parameters,
    implicit: { from, hash, size },
  };
  const { state } = await loadState(chain, collectStateKeys(call));
  return { ...tryContract(call, state), transaction, from, height: chain.height };
}

export function assertCodeParameters({ parameters }: Method, given: ValueMap, carrier: Carrier): void {
  const failure = findParameterFailure(parameters, given, carrier);
  if (failure !== null) throw parameterInvalid({ message: failure });
}
