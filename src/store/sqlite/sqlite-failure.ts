import type { ChainError } from "../../codec/chain-error.js";
import * as errors from "../errors.js";

/** The errors of the catalogue by SQLite's own name and number of a result, such as `SQLITE_FULL`, 13. */
const OF_SQLITE: readonly (readonly [name: string, number: number, raise: typeof errors.databaseFailed])[] = [
  ["SQLITE_ERROR", 1, errors.databaseError],
  ["SQLITE_BUSY", 5, errors.databaseBusy],
  ["SQLITE_READONLY", 8, errors.databaseReadonly],
  ["SQLITE_IOERR", 10, errors.databaseIoerr],
  ["SQLITE_CORRUPT", 11, errors.databaseCorrupt],
  ["SQLITE_FULL", 13, errors.databaseFull],
  ["SQLITE_CANTOPEN", 14, errors.databaseCantopen],
  ["SQLITE_NOTADB", 26, errors.databaseNotadb],
];

/** The error of the catalogue for a result of SQLite, by its name or its number. */
export function sqliteFailure(file: string, error: Error, result: string | number): ChainError {
  const known = OF_SQLITE.find(([name, number]) => result === name || result === number);
  const raise = known?.[2] ?? errors.databaseFailed;
  return raise({ file, reason: error.message }, { cause: error });
}
