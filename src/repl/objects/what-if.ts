import { alterSource } from "../../node/trial/altered-source.js";
import type { ChainSource } from "../../node/trial/chain-source.js";
import { costOf } from "../../node/trial/cost.js";
import { readGivenCells } from "../../node/trial/given-cells.js";
import { sourceBefore } from "../../node/trial/state-before.js";
import { assertReached } from "../../node/trial/past-state.js";
import { trySigned, tryTransaction } from "../../node/trial/try-transaction.js";
import type { Connection } from "../connection.js";
import { printable } from "../print/printable.js";
import { toValue } from "../to-value.js";
import { outcomeText } from "./trace.js";
import { readGivenTransaction } from "./given-transaction.js";

export interface Supposition {
  /** Cells that are otherwise: `{ universal, local }` by state key or attribute and key, `{ balance, resource }` by address. */
  readonly state?: unknown;
  /** The state after this height in place of the tip's. */
  readonly height?: number;
}

/** `whatIf(tx, { state, height })`: executes a transaction on a state that is not the chain's; nothing is stored. */
export function createWhatIf({ openSource, nowUs }: Connection) {
  return async (transaction: unknown, { state = {}, height }: Supposition = {}) => {
    const given = readGivenTransaction(transaction, nowUs());
    const source = await sourceAt(await openSource(), height);
    const { method } = source.codes.registry.contract(given.transaction.cid, given.transaction.type).code;
    const altered = alterSource(source, readGivenCells(toValue(state), method, source.network.rootSpace));
    const trial = given.isSigned
      ? await trySigned(altered, given.transaction)
      : await tryTransaction(altered, given.transaction, given.from);
    const { execution, reads, writes } = trial;
    const { fee } = costOf(trial, source);
    const outcome = {
      ok: execution.ok,
      result: execution.ok ? execution.result : execution.message,
      weight: execution.weight,
      fee,
      height: trial.height,
      reads,
      writes,
    };
    return printable(outcome, (style) =>
      outcomeText(trial, style, fee === null ? [] : [["fee", fee.toString()]]),
    );
  };
}

async function sourceAt(source: ChainSource, height = source.height): Promise<ChainSource> {
  assertReached(height, source.height);
  return height === source.height ? source : sourceBefore(source, height + 1);
}
