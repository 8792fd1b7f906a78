import type { ChainError } from "../../codec/chain-error.js";
import { loadCells, namedBy } from "../../ledger/counted-cells.js";
import { prepareTransaction } from "../../ledger/prepared-transaction.js";
import { WorkingState } from "../../ledger/working-state.js";
import { execute, MAX_BLOCK_WORK } from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import { tryContract, type Trial } from "./trial.js";
import * as errors from "../errors.js";

/**
 * Executes a committed transaction again on the state before it: the state before its block with the writes of the
 * transactions before it in the block (PROTOCOL 8.2), with the codes before the block (PROTOCOL 6.6). Returns null when
 * no block holds it.
 */
export async function replayTransaction(chain: ReadChain, hash: string): Promise<Trial | null> {
  const found = await chain.reader.transaction(hash);
  const block = found === null ? null : await chain.block(found.height);
  if (block === null || block.transactions.every((tx) => tx.hash !== hash)) return null;

  const before = await chain.at(block.height - 1);
  const prepared = block.transactions.map((tx) => prepareTransaction(tx, before.codes.registry));
  // The cells that any transaction of a block collected are loaded for all of them (PROTOCOL 7.5).
  const state = new WorkingState(await loadCells(before.reader, namedBy(prepared)));
  for (const { transaction, call } of prepared) {
    chain.assertDefinitionKnown(call.program.method);
    if (transaction.hash === hash) {
      return {
        ...tryContract(call, state),
        transaction,
        from: transaction.address,
        height: before.height,
      };
    }
    const execution = execute(call, state, { maxWork: MAX_BLOCK_WORK });
    if (!execution.ok) throw notReplayed(transaction.hash, execution.message);
    for (const { kind, key, value } of execution.writes) state.write(kind, key, value);
  }
  return null;
}

function notReplayed(hash: string, message: string): ChainError {
  return errors.replayFailed({ hash, message });
}
