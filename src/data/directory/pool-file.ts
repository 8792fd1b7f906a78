import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../../codec/chain-error.js";
import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import { readTransactionRecordInSteps, type SignedTransaction } from "../../records/transaction.js";
import { finishSliced } from "../../base/yield-to-loop.js";
import { syncDirectory } from "../../base/files/durable.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { replaceOwnFile } from "../../base/files/write-file.js";

/** Keeps accepted transactions while the node does not run. */
export interface PoolMemory {
  /** The transactions of the last `save`, in its order. Reports why each unreadable one cannot be read. */
  load(onUnreadable: (reason: string) => void): Promise<readonly SignedTransaction[]>;
  /** Replaces the kept transactions. They are on the disk when this resolves. */
  save(transactions: readonly SignedTransaction[]): Promise<void>;
}

/**
 * Keeps accepted transactions that were in no block when the node stopped in a file of the data directory, one record a
 * line (PROTOCOL 15.2). The file exists only while it holds transactions.
 */
export function poolFile(file: string): PoolMemory {
  return {
    async load(onUnreadable) {
      const transactions: SignedTransaction[] = [];
      const text = (await unlessMissing(readFile(file, "utf8"))) ?? "";
      for (const line of text.split("\n")) {
        if (line === "") continue;
        try {
          transactions.push(await finishSliced(readLine(line)));
        } catch (error) {
          onUnreadable(messageOf(error));
        }
      }
      return transactions;
    },
    async save(transactions) {
      if (transactions.length > 0) {
        const lines = transactions.map(({ text }) => `${text}\n`).join("");
        return replaceOwnFile(file, lines);
      }
      await rm(file, { force: true });
      await syncDirectory(dirname(file));
    },
  };
}

function* readLine(line: string): Steps<SignedTransaction> {
  return yield* readTransactionRecordInSteps(yield* parseJsonInSteps(line));
}
