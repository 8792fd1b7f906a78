import { ChainError } from "../../codec/chain-error.js";
import { prepareTransaction, type PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { WorkingState } from "../../ledger/working-state.js";
import type { MainBlock } from "../../records/main-block.js";
import type { StateKind } from "../../store/store.js";
import { execute, MAX_BLOCK_WORK } from "../../vm/machine.js";
import type { ChainSource } from "./chain-source.js";
import { assertDefinitionKnown } from "./definition-known.js";
import { cellsBefore, restoreCodes } from "./state-before.js";
import { tryContract, type Trial } from "./trial.js";

/**
 * Executes a committed transaction again on the state before it: the state before its block with the writes of the
 * transactions before it in the block (PROTOCOL 8.2). Returns null when no block holds it. Afterwards the source's
 * codes are those before the block (PROTOCOL 6.6).
 */
export async function replayTransaction(source: ChainSource, hash: string): Promise<Trial | null> {
  const height = await source.findBlock(hash);
  const block = height === null ? null : await readBlock(source, height);
  if (block === null || block.transactions.every((tx) => tx.hash !== hash)) return null;

  await restoreCodes(source, block.height);
  const prepared = block.transactions.map((tx) => prepareTransaction(tx, source.codes.registry));
  const state = new WorkingState(
    await cellsBefore(source, block.height, {
      universal: cellsOf(prepared, "universal"),
      local: cellsOf(prepared, "local"),
    }),
  );
  for (const { transaction, call } of prepared) {
    assertDefinitionKnown(source, call.program.method);
    if (transaction.hash === hash) {
      return {
        ...tryContract(call, state),
        transaction,
        from: transaction.address,
        height: block.height - 1,
      };
    }
    const execution = execute(call, state, { maxWork: MAX_BLOCK_WORK });
    if (!execution.ok) throw notReplayed(transaction.hash, execution.message);
    for (const { kind, key, value } of execution.writes) state.write(kind, key, value);
  }
  return null;
}

async function readBlock(source: ChainSource, height: number): Promise<MainBlock | null> {
  for await (const block of source.blocksFrom(height)) return block;
  return null;
}

/** The cells that any transaction of a block collected are loaded for all of them (PROTOCOL 7.5). */
function cellsOf(prepared: readonly PreparedTransaction[], kind: StateKind): readonly string[] {
  return [...new Set(prepared.flatMap(({ cells }) => cells[kind]))];
}

function notReplayed(hash: string, message: string): ChainError {
  return new ChainError("REPLAY_FAILED", "A transaction of the same block does not pass again. ", {
    details: { hash, message },
  });
}
