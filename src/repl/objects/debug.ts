import { padStateKey } from "../../codec/state-key.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { replayTransaction } from "../../node/trial/replay-transaction.js";
import { cellsBefore } from "../../node/trial/state-before.js";
import type { StateKind } from "../../store/store.js";
import type { Connection } from "../connection.js";

/** The state as it was after a block. */
export interface PastState {
  /** Null when the cell was absent. */
  readonly state: (kind: StateKind, key: string) => Promise<Value>;
  /** In the smallest unit; null while the address had none. */
  readonly balance: (address: string) => Promise<Value>;
}

/** What looks back: `trace` and `at`. */
export function createDebugObjects({ openSource }: Connection) {
  return {
    /** Executes a committed transaction again on the state before it, and answers all that it did. */
    trace: async (hash: string) => {
      const trial = await replayTransaction(await openSource(), hash);
      if (trial === null) throw unknownTransaction(hash);
      const { height, execution, reads, writes, calls } = trial;
      return { height, execution, reads, writes, calls };
    },

    /** The blocks above the height are taken back by their old values; nothing is executed again (PROTOCOL 8). */
    at: (height: number): PastState => {
      const read = async (kind: StateKind, keyOf: (prefix: string) => string): Promise<Value> => {
        const source = await openSource();
        assertReached(height, source.height);
        const cell = padStateKey(keyOf(source.network.prefixes.balance));
        const keys = { universal: [], local: [], [kind]: [cell] };
        return (await cellsBefore(source, height + 1, keys))[kind].get(cell) ?? null;
      };
      return {
        state: (kind, key) => read(kind, () => key),
        balance: (address) => read("universal", (prefix) => prefix + address),
      };
    },
  };
}

function assertReached(height: number, tip: number): void {
  if (Number.isInteger(height) && height >= 0 && height <= tip) return;
  throw new ChainError("HEIGHT_UNKNOWN", "The chain has no such height. ", {
    kind: "not-found",
    details: { height, tip },
  });
}

function unknownTransaction(hash: string): ChainError {
  return new ChainError("TRANSACTION_UNKNOWN", "No block holds the transaction. ", {
    kind: "not-found",
    details: { hash },
  });
}
