import { PRUNED_NOTE } from "../pruned.js";
import type { Statements } from "./connection.js";

/** The height of the last block without a body, as SQL; NULL when nothing is gone. */
export const HORIZON = `(SELECT CAST(value AS INTEGER) FROM meta WHERE name = '${PRUNED_NOTE}')`;

/** The last block without a body. The state begins with the one after it. */
export interface Horizon {
  readonly height: number;
  readonly s_timestamp: number;
  /** The running number of the last transaction that is gone. */
  readonly last_number: number;
}

/** Null when nothing is gone. */
export function horizonOf(db: Statements): Promise<Horizon | null> {
  return db.first<Horizon>(
    `SELECT height, s_timestamp, last_number FROM main_blocks WHERE height = ${HORIZON}`,
  );
}
