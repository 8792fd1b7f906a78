import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { HashPart } from "../../codec/hash-part.js";
import {
  MOST_COMPARED,
  type ChainIndex,
  type FoundName,
  type ListedCell,
  type NamedKind,
  type PastEnd,
} from "../chain-index.js";
import { CallCounts, callsOfCode } from "./calls.js";
import type { Statements } from "./connection.js";
import { readValues } from "../read-values.js";
import { KIND_NUMBERS } from "../state-reads.js";
import { cellRange, lastVersion, PRESENT_VERSION } from "./state.js";
import { hexTime } from "../../codec/hash.js";

/** The lookups of readers, on the indexes of the tables. */
export function sqliteChainIndex(db: Statements): ChainIndex {
  const counts = new CallCounts(db);

  function findNames(names: string, { head, tail }: HashPart, count: number): Promise<readonly FoundName[]> {
    return db.all<FoundName>(
      `SELECT id, height FROM (${names} LIMIT ${MOST_COMPARED}) WHERE ?3 = '' OR substr(id, -length(?3)) = ?3 LIMIT ?4`,
      head,
      head + LAST_CHARACTER,
      tail,
      count,
    );
  }

  function findCells(
    kind: StateKind,
    { head, tail }: HashPart,
    count: number,
  ): Promise<readonly FoundName[]> {
    const { from, to } = cellRange(head);
    return db.all<FoundName>(
      `SELECT id, NULL AS height FROM (
         SELECT substr(lower(hex(cell)), 1, (SELECT written_length FROM cell_versions AS version
           WHERE version.id = cells.id AND version.height = ${PRESENT_VERSION})) AS id
         FROM cells WHERE kind = ?1 AND cell BETWEEN unhex(?2) AND unhex(?3) ORDER BY cell LIMIT ${MOST_COMPARED})
       WHERE ?4 = '' OR substr(id, -length(?4)) = ?4 LIMIT ?5`,
      KIND_NUMBERS[kind],
      from,
      to,
      tail,
      count,
    );
  }

  return {
    listCalls: (asked) => callsOfCode(db, asked),
    countCalls: (code, firsts) => counts.count(code, firsts),
    pastEnds: (timesUs) =>
      db.all<PastEnd>(ENDS, JSON.stringify(timesUs.map((time) => [time, hexTime(time)]))),
    find: (kind, part, count) =>
      kind === "universal" || kind === "local"
        ? findCells(kind, part, count)
        : findNames(NAMES[kind], part, count),
    async listCells({ kind, prefix, after, height, count }) {
      const { from, to } = cellRange(prefix);
      const rows = await db.all<ScannedCell>(
        `SELECT lower(hex(cells.cell)) AS cell, version.height AS height, written_length, value
         FROM (SELECT id, cell FROM cells
               WHERE kind = ?1 AND cell BETWEEN unhex(?2) AND unhex(?3) AND cell > unhex(?4) ORDER BY cell LIMIT ?5) AS cells
         LEFT JOIN cell_versions AS version ON version.id = cells.id AND version.height = ${lastVersion("?6")}
         ORDER BY cells.cell`,
        KIND_NUMBERS[kind],
        from,
        to,
        after === "" ? "" : padStateKey(after),
        count,
        height,
      );
      const cells: ListedCell[] = [];
      await readValues(rows.filter(isPresent), ({ cell, written_length, height }, value) =>
        cells.push({ key: cell.slice(0, written_length), value, height }),
      );
      return { cells, next: rows.length < count ? null : (rows.at(-1)?.cell ?? null) };
    },
  };
}

/** After every character of a name in the order of SQLite. */
const LAST_CHARACTER = "\u{10ffff}";

/** The names from ?1 to ?2, the last ones first. Hashes begin with their time. */
const NAMES: Readonly<Record<Exclude<NamedKind, StateKind>, string>> = {
  block: `SELECT blockhash AS id, height FROM main_blocks
    WHERE blockhash >= ?1 AND blockhash < ?2 ORDER BY blockhash DESC`,
  resourceBlock: `SELECT blockhash AS id, height FROM resource_blocks
    WHERE blockhash >= ?1 AND blockhash < ?2 ORDER BY blockhash DESC`,
  transaction: `SELECT hash AS id, height FROM transactions
    WHERE hash >= ?1 AND hash < ?2 ORDER BY hash DESC`,
  address: `SELECT address AS id, NULL AS height FROM addresses
    WHERE address >= ?1 AND address < ?2 ORDER BY address DESC`,
};

interface ScannedCell {
  readonly cell: string;
  readonly height: number | null;
  readonly written_length: number | null;
  readonly value: string | null;
}

interface PresentCell extends ScannedCell {
  readonly height: number;
  readonly written_length: number;
  readonly value: string;
}

function isPresent(row: ScannedCell): row is PresentCell {
  return row.value !== null;
}

const MIDDLE = "(low + high + 1) / 2";
/** Whether one of the first transactions names the address in the middle. */
const IS_THERE = `(SELECT first FROM addresses WHERE id = ${MIDDLE}) <= halved.number`;

/**
 * How far the chains had come before each of some times, µs. Hashes of blocks begin with their time. Addresses are
 * numbered in the order of their first transactions, so how many there were is found by halving.
 */
const ENDS = `WITH asked AS (SELECT key, value ->> 0 AS time, value ->> 1 AS hash FROM json_each(?1)),
  ends AS (
    SELECT asked.key,
      (SELECT height FROM main_blocks WHERE blockhash < asked.hash ORDER BY blockhash DESC LIMIT 1) AS main,
      (SELECT height FROM resource_blocks WHERE timestamp < asked.time ORDER BY timestamp DESC LIMIT 1) AS resource
    FROM asked),
  counted AS (
    SELECT ends.key, coalesce(main, 0) AS main, coalesce(resource, 0) AS resource, coalesce(last_number, 0) AS transactions,
      (SELECT difficulty FROM resource_blocks WHERE height = resource) AS difficulty
    FROM ends LEFT JOIN main_blocks ON height = main),
  halved (key, number, low, high) AS (
    SELECT key, transactions, 0, (SELECT coalesce(max(id), 0) FROM addresses) FROM counted
    UNION ALL
    SELECT key, number, iif(${IS_THERE}, ${MIDDLE}, low), iif(${IS_THERE}, high, ${MIDDLE} - 1)
    FROM halved WHERE low < high)
  SELECT main, resource, transactions, difficulty, max(low) AS addresses
  FROM counted JOIN halved USING (key) GROUP BY key ORDER BY key`;
