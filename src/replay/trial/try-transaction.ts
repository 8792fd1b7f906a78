import type { ValueMap, Value } from "../../codec/value.js";
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
import { loadState, tryContract, type Trial } from "./trial.js";
import { parameterInvalid } from "../../records/errors.js";
import { namedBy, loadCells, type CellValues, type NamedCells } from "../../ledger/counted-cells.js";
import { prepareTransaction, type PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { WorkingState } from "../../ledger/working-state.js";
import { fetching } from "../../ledger/machine/fetching.js";
import * as errors from "../errors.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { MainBlock } from "../../records/main-block.js";
import { setCells } from "../../store/cells.js";
import type { StoreReader } from "../../store/store.js";

/** Executes a signed transaction alone on the chain's state, as a node does (PROTOCOL 5.6), but ignores its time. */
export function trySigned(chain: ReadChain, transaction: SignedTransaction): Promise<Trial> {
  assertSender(transaction);
  assertNetworkNamed(transaction, chain.network);
  return tryTransaction(chain, transaction, transaction.address);
}

/** Executes a transaction as if an address had signed it. Throws `CONTRACT_MISSING`, `PARAMETER_INVALID` (PROTOCOL 5.10). */
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
  const limit = { budget: ofSubmission(chain.network.workLimits.admission) };
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

interface CellsBefore {
  /** The cells that the block's own transactions collect. */
  readonly collected: NamedCells;
  readonly asked: NamedCells;
}

/**
 * The values of cells before a block; absent ones are left out. The block itself tells what the cells held that it
 * collected and wrote, which are nearly all (PROTOCOL 7.5, 8.3). `reader` is the chain before the block, and is asked for
 * the others.
 */
export async function cellsBefore(
  reader: StoreReader,
  block: MainBlock,
  { collected, asked }: CellsBefore,
): Promise<CellValues> {
  const known = {
    universal: listedIn(block, "universal", collected),
    local: listedIn(block, "local", collected),
  };
  const open = (kind: StateKind): string[] => asked[kind].filter((cell) => !known[kind].has(cell));
  const { universal, local } = await loadCells(reader, {
    universal: open("universal"),
    local: open("local"),
  });
  return {
    universal: setCells(new Map(universal), known.universal),
    local: setCells(new Map(local), known.local),
  };
}

/** The `old` of updates, by padded key. A cell that was written under two spellings has two, and counts as not listed. */
function listedIn(block: MainBlock, kind: StateKind, collected: NamedCells): ReadonlyMap<string, Value> {
  const isCollected = new Set(collected[kind]);
  const listed = new Map<string, Value>();
  const spelledTwice = new Set<string>();
  for (const [key, { old }] of block[`${kind}_updates`]) {
    const cell = padStateKey(key);
    if (listed.has(cell)) spelledTwice.add(cell);
    if (isCollected.has(cell)) listed.set(cell, old);
  }
  for (const cell of spelledTwice) listed.delete(cell);
  return listed;
}
