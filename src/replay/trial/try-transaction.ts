import type { ValueMap } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import { findParameterFailure, type Carrier } from "../../records/parameter.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { assertNetworkNamed, assertSender } from "../../records/transaction-rules.js";
import {
  collectStateKeys,
  execute,
  ofBlock,
  ofSubmission,
  type Program,
  type ProgramCall,
} from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import { cellsBefore } from "./cells-before.js";
import { loadState, tryContract, type Trial } from "./trial.js";
import { parameterInvalid } from "../../records/errors.js";
import { namedBy } from "../../ledger/counted-cells.js";
import { prepareTransaction, type PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { WorkingState } from "../../ledger/working-state.js";
import { fetching } from "../../ledger/machine/fetching.js";
import * as errors from "../errors.js";

/** Executes a signed transaction alone on the chain's state, as a node does (PROTOCOL 5.6), but ignores its time. */
export function trySigned(chain: ReadChain, transaction: SignedTransaction): Promise<Trial> {
  assertSender(transaction);
  assertNetworkNamed(transaction, chain.network);
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
    rules: chain.network.ruleSet,
  };
  const limit = { budget: ofSubmission(chain.network.workLimits.proposal) };
  const { state } = await loadState(chain, collectStateKeys(call, limit));
  return { ...(await tryContract(call, state, limit)), transaction, from, height: chain.height };
}

export function assertCodeParameters({ parameters }: Method, given: ValueMap, carrier: Carrier): void {
  const failure = findParameterFailure(parameters, given, carrier);
  if (failure !== null) throw parameterInvalid({ message: failure });
}

/**
 * Executes a committed transaction again on the state before it: the state before its block with the writes of the
 * transactions before it in the block (PROTOCOL 8.2), with the codes before the block (PROTOCOL 6.6). Returns null when
 * no block holds it. With `instead`, it runs another program; throws `PARAMETER_INVALID` when its parameters do not match.
 */
export async function replayTransaction(
  chain: ReadChain,
  hash: string,
  instead?: Program,
): Promise<Trial | null> {
  const found = await chain.reader.transaction(hash);
  const block = found === null ? null : await chain.block(found.height);
  if (block === null || block.transactions.every((tx) => tx.hash !== hash)) return null;

  const before = await chain.at(block.height - 1);
  const recorded = block.transactions.map((tx) => prepareTransaction(tx, before.codes.registry));
  const prepared = recorded.map((each) =>
    instead === undefined || each.transaction.hash !== hash ? each : preparedInstead(each, instead),
  );
  // The cells that any transaction of a block collected are loaded for all of them (PROTOCOL 7.5).
  const asked = namedBy(prepared);
  const { reader: store, network } = before;
  const cells = await cellsBefore(store, block, { collected: namedBy(recorded), asked });
  const state = new WorkingState(cells, { rules: network.ruleSet, store, asked });
  let left = network.workLimits.block;
  for (const { transaction, call } of prepared) {
    chain.assertDefinitionKnown(call.program.method);
    if (transaction.hash === hash) {
      return {
        ...(await tryContract(call, state, { budget: ofBlock(left) })),
        transaction,
        from: transaction.address,
        height: before.height,
      };
    }
    const execution = await fetching(state, () => execute(call, state, { budget: ofBlock(left) }));
    if (!execution.ok) throw errors.replayFailed({ hash: transaction.hash, message: execution.message });
    left -= execution.work;
    await fetching(state, () => {
      for (const { kind, key, value } of execution.writes) state.write(kind, key, value);
    });
  }
  return null;
}

/** The same transaction as a call of another program. Keys that cannot be collected fail again when it is executed. */
function preparedInstead(prepared: PreparedTransaction, program: Program): PreparedTransaction {
  assertCodeParameters(program.method, prepared.transaction.transaction, "transaction");
  const call = { ...prepared.call, program };
  const keys = collectStateKeys(call);
  return { ...prepared, call, cells: keys.ok ? keys : { universal: [], local: [] } };
}
