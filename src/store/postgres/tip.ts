import type { ChainEnd, ChainEnds } from "../store.js";
import type { Queries } from "./rows.js";

/** The one row with the tip of the database. Every transaction that writes compares and swaps it. */
export interface Tip extends ChainEnds {
  /** The term. Each projector that begins to write increments it. */
  readonly term: number;
  /** The time of the last write, in µs by the clock of the server. */
  readonly renewedUs: number;
  /** The present time by the clock of the server, in µs. */
  readonly nowUs: number;
  /** The running number of the last transaction. */
  readonly lastNumber: number;
  /** The last heights of the projector's source. */
  readonly source: { readonly main: number; readonly resource: number };
}

interface TipRow {
  readonly term: number;
  readonly renewed_us: number;
  readonly now_us: number;
  readonly main_height: number;
  readonly main_blockhash: string;
  readonly last_number: number;
  readonly resource_height: number;
  readonly resource_blockhash: string;
  readonly source_main_height: number;
  readonly source_resource_height: number;
}

const microseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;

export const READ_TIP = `SELECT term, ${microseconds("renewed_at")} AS renewed_us, ${microseconds("clock_timestamp()")} AS now_us,
  main_height, main_blockhash, last_number, resource_height, resource_blockhash, source_main_height, source_resource_height
  FROM tip`;

export function tipOf(row: object): Tip {
  const tip = row as TipRow;
  return {
    term: tip.term,
    renewedUs: tip.renewed_us,
    nowUs: tip.now_us,
    lastNumber: tip.last_number,
    main: { height: tip.main_height, blockhash: tip.main_blockhash },
    resource: { height: tip.resource_height, blockhash: tip.resource_blockhash },
    source: { main: tip.source_main_height, resource: tip.source_resource_height },
  };
}

/** The row as a projector last wrote it. */
export interface HeldTip extends ChainEnds {
  readonly term: number;
  readonly lastNumber: number;
}

/** Replaces the tip if it still is the held one. Returns whether it was. */
export async function moveTip(
  db: Queries,
  held: HeldTip,
  next: ChainEnds & { readonly lastNumber: number; readonly source: Tip["source"] },
): Promise<boolean> {
  const endOf = ({ height, blockhash }: ChainEnd): readonly (number | string)[] => [height, blockhash];
  const changed = await db.run(
    `UPDATE tip SET renewed_at = clock_timestamp(), main_height = $1, main_blockhash = $2, resource_height = $3,
       resource_blockhash = $4, last_number = $5, source_main_height = $6, source_resource_height = $7
     WHERE term = $8 AND main_height = $9 AND main_blockhash = $10 AND resource_height = $11 AND resource_blockhash = $12`,
    ...endOf(next.main),
    ...endOf(next.resource),
    next.lastNumber,
    next.source.main,
    next.source.resource,
    held.term,
    ...endOf(held.main),
    ...endOf(held.resource),
  );
  return changed === 1;
}
