import type { StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { Rows } from "./block-reads.js";
import { readValues } from "./read-values.js";
import type { AskedVersions, CellVersion } from "./store.js";

export const KIND_NUMBERS: Readonly<Record<StateKind, number>> = { universal: 0, local: 1 };

/** How a database finds cells, which it keeps with all their past values. */
interface StateTables {
  /** Selects `cell` and `value` of the cells ?1 of the kind ?2 at present, or after the block ?3; none or NULL for absent ones. */
  readonly asked: (isPast: boolean) => string;
  /** Selects `height` and `value` of what blocks below ?3 left in the cell ?2 of the kind ?1, newest first, at most ?4. */
  readonly versions: string;
  /** Padded keys, and one, as parameters. */
  readonly cells: (paddedKeys: readonly string[]) => string;
  readonly cell: (paddedKey: string) => string | null;
  /** A statement whose parameters are written as `?1`. */
  readonly sql: (text: string) => string;
}

export function stateReads({ asked, versions, cells, cell: cellOf, sql }: StateTables) {
  const select = (isPast: boolean): string =>
    sql(`SELECT cell, value FROM (${asked(isPast)}) AS found WHERE value IS NOT NULL`);
  const [present, past] = [select(false), select(true)];
  const length = sql(
    `SELECT CAST(coalesce(sum(octet_length(value)), 0) AS bigint) AS length FROM (${asked(false)}) AS found`,
  );
  const versionsOf = sql(versions);
  return {
    async readState(
      db: Rows,
      kind: StateKind,
      paddedKeys: readonly string[],
      height?: number,
    ): Promise<Map<string, Value>> {
      const found = new Map<string, Value>();
      if (paddedKeys.length === 0) return found;
      const rows = await db.all<{ readonly cell: string; readonly value: string }>(
        height === undefined ? present : past,
        cells(paddedKeys),
        KIND_NUMBERS[kind],
        ...(height === undefined ? [] : [height]),
      );
      await readValues(rows, ({ cell }, value) => found.set(cell, value));
      return found;
    },
    async stateLength(db: Rows, kind: StateKind, paddedKeys: readonly string[]): Promise<number> {
      const row = await db.first<{ length: number }>(length, cells(paddedKeys), KIND_NUMBERS[kind]);
      return row?.length ?? 0;
    },
    async cellVersions(db: Rows, { kind, cell, before, count }: AskedVersions) {
      const place = [KIND_NUMBERS[kind], cellOf(cell), before, count];
      const rows = await db.all<{ readonly height: number; readonly value: string | null }>(
        versionsOf,
        ...place,
      );
      const found: CellVersion[] = [];
      await readValues(
        rows.map(({ height, value }) => ({ height, value: value ?? "null" })),
        ({ height }, value) => found.push({ height, value }),
      );
      return found;
    },
  };
}
