import { openConnection, type DatabaseConnection } from "./connection.js";
import { CALLS_INDEX } from "./calls.js";
import { messageOf } from "../../codec/chain-error.js";
import { isDamage } from "../damage.js";
import { LINKS } from "./linked-rows.js";
import { VERSIONS } from "./state.js";
import { LISTED } from "./transactions.js";

/** A row that only one of two databases of the same schema has, or that differs between them. */
export interface TableDifference {
  readonly table: string;
  /** Its primary key, as `height 7, position 0`. */
  readonly row: string;
}

interface Column {
  readonly name: string;
  /** Its place in the primary key, 0 when it is not part of it. */
  readonly pk: number;
}

/** Tables about the database's own past, which are not compared; everything else follows from the blocks. */
const OWN_PAST = "('meta', 'undone_blocks')";

/**
 * The first difference between two database files, table by table, null when all rows are the same.
 *
 * @param isPruned whether one was derived from where the other is pruned. What its rows jump to then differs, which
 * depends on how many there were.
 */
export async function findTableDifference(
  file: string,
  otherFile: string,
  isPruned = false,
): Promise<TableDifference | null> {
  const connection = await openConnection(file, "read-only");
  try {
    await connection.run("ATTACH ? AS other", otherFile);
    const lacking = await lackingPart(connection);
    if (lacking !== null) return lacking;
    const tables = await connection.all<{ name: string }>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ${OWN_PAST} ORDER BY name`,
    );
    for (const { name } of tables) {
      if (!(await isThere(connection, name))) return { table: name, row: "any" };
      const row =
        (await firstAlone(connection, name, { here: "main", isPruned })) ??
        (await firstAlone(connection, name, { here: "other", isPruned }));
      if (row !== null) return { table: name, row };
    }
    return null;
  } finally {
    await connection.close();
  }
}

/** An index, a trigger or a view that only the other database has. What opening a database makes does not count. */
function lackingPart(connection: DatabaseConnection): Promise<TableDifference | null> {
  return connection.first<TableDifference>(
    `SELECT tbl_name AS "table", type || ' ' || name AS row FROM other.sqlite_schema AS part
     WHERE name <> ? AND NOT EXISTS (SELECT 1 FROM main.sqlite_schema AS here WHERE here.name = part.name) LIMIT 1`,
    CALLS_INDEX,
  );
}

/** Whether the other database has the table; one of another schema, or a damaged one, may not. */
async function isThere(connection: DatabaseConnection, table: string): Promise<boolean> {
  const found = await connection.all(
    "SELECT 1 FROM other.sqlite_schema WHERE type = 'table' AND name = ?",
    table,
  );
  return found.length > 0;
}

/** Numbers in primary keys that mean something in their database only, and what they stand for if they have a row there. */
const SHOWN: Readonly<Record<string, (here: string) => string>> = {
  "cell_versions.id": cellOf,
  "cell_ends.id": cellOf,
  "address_transactions.address": addressOf,
  "address_ends.address": addressOf,
};

function cellOf(here: string): string {
  return `coalesce((SELECT iif(kind = 0, 'universal', 'local') || ' cell ' || lower(hex(cell))
    FROM ${here}.cells WHERE id = a.id), 'id ' || a.id)`;
}

function addressOf(here: string): string {
  return `'address ' || coalesce((SELECT address FROM ${here}.addresses WHERE id = a.address), a.address)`;
}

/** The key of the first row of a table in one database that the other one lacks or has with other values. */
async function firstAlone(
  connection: DatabaseConnection,
  table: string,
  { here, isPruned }: { readonly here: "main" | "other"; readonly isPruned: boolean },
): Promise<string | null> {
  const there = here === "main" ? "other" : "main";
  const all = await connection.all<Column>("SELECT name, pk FROM pragma_table_info(?)", table);
  const columns = isPruned ? all.filter(({ name }) => !LINKS.includes(name)) : all;
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const same = columns.map(({ name, pk }) => `a.${name} ${pk > 0 ? "=" : "IS"} b.${name}`).join(" AND ");
  const shown = key.map((name) => SHOWN[`${table}.${name}`]?.(here) ?? `'${name} ' || a.${name}`);
  const row = await connection.first<{ row: string }>(
    `SELECT ${shown.join(" || ', ' || ")} AS row FROM ${here}.${table} AS a
     WHERE NOT EXISTS (SELECT 1 FROM ${there}.${table} AS b WHERE ${same}) LIMIT 1`,
  );
  return row?.row ?? null;
}

/**
 * The first row of a pruned database whose jump does not lead where it says: so many rows back of the same owner, unless
 * that row is pruned. Else the first header that does not follow the one before it. Null when all are right.
 */
export async function findBrokenLink(file: string): Promise<TableDifference | null> {
  const connection = await openConnection(file, "read-only");
  try {
    for (const { table, ends, owner, place } of [VERSIONS, LISTED]) {
      const owned = `${SHOWN[`${table}.${owner}`]?.("main") ?? owner} || ', ${place} ' || a.${place} AS row`;
      const row = await connection.first<{ row: string }>(
        `WITH a AS MATERIALIZED (SELECT ${owner}, ${place}, step, jump, jump_step,
            row_number() OVER owned AS rank, min(${place}) OVER (PARTITION BY ${owner}) AS first
          FROM ${table} WINDOW owned AS (PARTITION BY ${owner} ORDER BY ${place}))
         SELECT ${owned} FROM a LEFT JOIN a AS b ON b.${owner} = a.${owner} AND b.${place} = a.jump
         WHERE iif(b.rank IS NULL, a.jump >= a.first, a.rank - b.rank <> a.step OR b.step <> a.jump_step)
         UNION ALL
         SELECT ${owned} FROM a JOIN ${ends} AS ends ON ends.${owner} = a.${owner} AND last = a.${place}
         WHERE ends.step <> a.step OR ends.jump IS NOT a.jump OR ends.jump_step <> a.jump_step LIMIT 1`,
      );
      if (row !== null) return { table, row: row.row };
    }
    const header = await connection.first<{ row: string }>(
      `SELECT 'height ' || a.height AS row FROM main_blocks AS a LEFT JOIN main_blocks AS b ON b.height = a.height - 1
       WHERE a.previous_blockhash <> coalesce(b.blockhash, '')
         OR a.last_number <> coalesce(b.last_number, 0) + a.transaction_count LIMIT 1`,
    );
    return header === null ? null : { table: "main_blocks", row: header.row };
  } finally {
    await connection.close();
  }
}

/** A fault in a database file that SQLite itself can find. */
interface DatabaseDamage {
  /** SQLite's own message, with the name of a table or an index in place of its number. */
  readonly reason: string;
}

/**
 * Reads a whole database file and returns the first thing that is not as SQLite writes it, null when everything is. The
 * contents of the tables are not checked. Throws `DATABASE_NOTADB` when the file is not a database.
 */
export async function findDamage(file: string): Promise<DatabaseDamage | null> {
  const connection = await openConnection(file, "read-only");
  try {
    const rows = await connection.all<{ integrity_check: string }>("PRAGMA integrity_check(1)");
    const said = rows[0]?.integrity_check ?? "";
    if (said === "ok") return null;
    const roots = await connection.all<{ name: string; rootpage: number }>(
      "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0",
    );
    const names = new Map(roots.map(({ name, rootpage }) => [rootpage, name]));
    const reason = said
      .replace(/^\*\*\* in database main \*\*\*\s*/, "")
      .replace(/^Tree ([0-9]+)/, (tree, root: string) => names.get(Number(root)) ?? tree);
    return { reason };
  } catch (error) {
    // The schema itself is damaged, or the file is shorter than it should be.
    if (isDamage(error)) return { reason: messageOf(error).trim() };
    throw error;
  } finally {
    await connection.close();
  }
}
