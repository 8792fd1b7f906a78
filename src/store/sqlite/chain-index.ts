import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { HashPart } from "../../codec/hash-part.js";
import {
  MOST_COMPARED,
  type AskedCalls,
  type AskedCellPage,
  type CalledCode,
  type ListedCellPage,
  type ChainIndex,
  type FoundCall,
  type FoundName,
  type ListedCell,
  type NamedKind,
  type PastEnd,
} from "../chain-index.js";
import { CallCounts, callsOfCode } from "./calls.js";
import { pastEnds } from "./past-ends.js";
import type { Statements } from "./connection.js";
import { readValues } from "../read-values.js";
import { cellRange, KIND_NUMBERS, lastVersion, PRESENT_VERSION } from "./state.js";

/** The lookups of readers, on the indexes of the tables. */
export class SqliteChainIndex implements ChainIndex {
  readonly #db: Statements;

  readonly #counts: CallCounts;

  constructor(db: Statements) {
    this.#db = db;
    this.#counts = new CallCounts(db);
  }

  listCalls(asked: AskedCalls): Promise<readonly FoundCall[]> {
    return callsOfCode(this.#db, asked);
  }

  countCalls(code: CalledCode, firsts: readonly number[]): Promise<readonly number[]> {
    return this.#counts.count(code, firsts);
  }

  pastEnds(timesUs: readonly number[]): Promise<readonly PastEnd[]> {
    return pastEnds(this.#db, timesUs);
  }

  find(kind: NamedKind, part: HashPart, count: number): Promise<readonly FoundName[]> {
    return kind === "universal" || kind === "local"
      ? this.#findCells(kind, part, count)
      : this.#findNames(NAMES[kind], part, count);
  }

  #findNames(names: string, { head, tail }: HashPart, count: number): Promise<readonly FoundName[]> {
    return this.#db.all<FoundName>(
      `SELECT id, height FROM (${names} LIMIT ${MOST_COMPARED}) WHERE ?3 = '' OR substr(id, -length(?3)) = ?3 LIMIT ?4`,
      head,
      head + LAST_CHARACTER,
      tail,
      count,
    );
  }

  #findCells(kind: StateKind, { head, tail }: HashPart, count: number): Promise<readonly FoundName[]> {
    const { from, to } = cellRange(head);
    return this.#db.all<FoundName>(
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

  async listCells({ kind, prefix, after, height, count }: AskedCellPage): Promise<ListedCellPage> {
    const { from, to } = cellRange(prefix);
    const rows = await this.#db.all<ScannedCell>(
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
  }
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
