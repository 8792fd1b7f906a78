import { timeHashToTime } from "../../codec/hash.js";
import { ChainError } from "../../codec/chain-error.js";
import type { ChainIndex } from "../chain-index.js";
import type { StoreMoment } from "../store.js";
import { BEGUN_NOTE } from "../pruned.js";
import { KIND_NUMBERS } from "../state-reads.js";
import type { Statements } from "./connection.js";
import { horizonOf, type Horizon } from "./horizon.js";
import { lastVersion } from "./state.js";
import { hasTransactionsUpTo, listedCount } from "./transactions.js";
import * as errors from "../errors.js";

/**
 * The same reads, which throw `PRUNED` when what they were asked for is gone, or may have been there and is gone. The
 * horizon is read after the rows: it is noted in the transaction that removes them.
 */
export function keptReads(db: Statements, reads: StoreMoment & { readonly index: ChainIndex }): StoreMoment {
  /** Throws when this holds of the horizon. */
  async function assertKept(isGone: (horizon: Horizon) => boolean | Promise<boolean>): Promise<void> {
    const horizon = await horizonOf(db);
    if (horizon !== null && (await isGone(horizon))) throw errors.pruned({ first: horizon.height + 1 });
  }
  const hasBegunLater = async (): Promise<boolean> => (await reads.readMeta(BEGUN_NOTE)) !== null;
  const assertState = (height: number): Promise<void> => assertKept((horizon) => height < horizon.height);
  const assertCalls = (): Promise<void> => assertKept(({ last_number }) => last_number > 0);

  /** An empty piece, and a block that is gone in the midst of its pieces, may be one that was pruned meanwhile. */
  async function* keptPieces(pieces: AsyncIterable<string>, height: number): AsyncGenerator<string> {
    const assertBody = (): Promise<void> => assertKept((horizon) => height <= horizon.height);
    try {
      for await (const piece of pieces) {
        if (piece === "") await assertBody();
        yield piece;
      }
    } catch (error) {
      if (error instanceof ChainError && error.code === errors.blockGone.code) await assertBody();
      throw error;
    }
  }

  return {
    ...reads,
    async readState(kind, paddedKeys, height) {
      const values = await reads.readState(kind, paddedKeys, height);
      if (height !== undefined) await assertState(height);
      return values;
    },
    async cellVersions(asked) {
      const versions = await reads.cellVersions(asked);
      if (versions.length === 0)
        await assertKept(async ({ height }) => {
          const oldest = await db.first<{ previous: number | null }>(
            `SELECT previous FROM cells CROSS JOIN cell_versions AS version
               ON version.id = cells.id AND version.height = ${lastVersion("?3")}
             WHERE kind = ?1 AND cell = unhex(?2)`,
            KIND_NUMBERS[asked.kind],
            asked.cell,
            height,
          );
          // A cell that a snapshot does not hold may have had values before it.
          return oldest === null ? hasBegunLater() : oldest.previous !== null;
        });
      return versions;
    },
    async *writtenKeys(fromHeight, toHeight) {
      for await (const keys of reads.writtenKeys(fromHeight, toHeight)) {
        await assertState(fromHeight);
        yield keys;
      }
      await assertState(fromHeight);
    },
    mainBlockBody(block) {
      const body = reads.mainBlockBody(block);
      return {
        seal: keptPieces(body.seal, block.height),
        transactions: keptPieces(body.transactions, block.height),
        universal_updates: keptPieces(body.universal_updates, block.height),
        local_updates: keptPieces(body.local_updates, block.height),
      };
    },
    async *streamMainBlocks(fromHeight, toHeight, maxLength) {
      for await (const block of reads.streamMainBlocks(fromHeight, toHeight, maxLength)) {
        if (block.universal_updates === "") await assertKept(({ height }) => block.height <= height);
        yield block;
      }
    },
    /** A transaction's time is not after that of its block (PROTOCOL 5.5). */
    async transaction(hash) {
      const found = await reads.transaction(hash);
      if (found === null) await assertKept(({ s_timestamp }) => timeHashToTime(hash) <= s_timestamp);
      return found;
    },
    /** A page that is not full says first whether transactions are gone. */
    async *streamTransactions(page, address) {
      const assertFull = async (count: number): Promise<void> => {
        if (count >= page.count) return;
        await assertKept(
          async ({ last_number }) =>
            last_number > 0 &&
            ((await hasBegunLater()) || (await hasTransactionsUpTo(db, last_number, address))),
        );
      };
      if ((await horizonOf(db)) !== null) await assertFull(await listedCount(db, page, address));
      let count = 0;
      for await (const transaction of reads.streamTransactions(page, address)) {
        count += 1;
        yield transaction;
      }
      await assertFull(count);
    },
    async transactionsBetween(asked) {
      const found = await reads.transactionsBetween(asked);
      const { height: from, place } = asked.from;
      await assertKept(async ({ height }) => {
        if (from !== height) return from < height;
        return place < ((await reads.mainBlockSummary({ height }))?.transaction_count ?? 0);
      });
      return found;
    },
    index: {
      ...reads.index,
      async listCells(asked) {
        const page = await reads.index.listCells(asked);
        await assertState(asked.height);
        return page;
      },
      async listCalls(asked) {
        const calls = await reads.index.listCalls(asked);
        if (calls.length < asked.count) await assertCalls();
        return calls;
      },
      async countCalls(code, firsts) {
        const counts = await reads.index.countCalls(code, firsts);
        await assertCalls();
        return counts;
      },
    },
  };
}
