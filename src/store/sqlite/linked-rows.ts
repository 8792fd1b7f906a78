/**
 * Rows that are appended in the order of the chain, where each belongs to an owner and points to earlier rows of the
 * same owner (docs/adr/0018). A block so changes the end of the table and a short row for each owner, however long the
 * chain is.
 *
 * A row points to the `previous` one, and to a `jump`, which is `step` rows back. Steps are those of a skew-binary
 * number, so that a walk along jumps and previous rows finds any of n rows after at most about 2 log n of them.
 */
export interface LinkedRows {
  readonly table: string;
  /** The last row of each owner. */
  readonly ends: string;
  /** Rows are inserted into this view, one after the other; an owner may have several in one statement. */
  readonly view: string;
  /** The column of the owner's number. */
  readonly owner: string;
  /** The column that orders the rows: a height, or the number of a transaction. An owner has one row at a place. */
  readonly place: string;
  /** The other columns, as the table declares them. */
  readonly columns: Readonly<Record<string, string>>;
  /** The place up to which rows are pruned, as SQL; NULL when none are. The rest of an owner's rows stays as it is. */
  readonly prunedUpTo: string;
}

export const LINKS = ["step", "jump", "jump_step"];

/** Creates the tables, and what keeps the links true when rows are written and when the last ones are deleted. */
export function linkedTables({ table, ends, view, owner, place, columns, prunedUpTo }: LinkedRows): string {
  const own = [owner, place, ...Object.keys(columns)];
  const linkColumns = "step INTEGER NOT NULL, jump INTEGER, jump_step INTEGER NOT NULL";
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type},`);
  return `
CREATE TABLE ${table} (
  ${owner} INTEGER NOT NULL,
  ${place} INTEGER NOT NULL,
  ${declared.join(" ")}
  previous INTEGER, ${linkColumns},
  PRIMARY KEY (${place}, ${owner})
) STRICT, WITHOUT ROWID;

CREATE TABLE ${ends} (${owner} INTEGER PRIMARY KEY, last INTEGER NOT NULL, ${linkColumns}) STRICT;

CREATE VIEW ${view} AS SELECT ${own.join(", ")} FROM ${table};

-- Where the last two steps are of one length, the new row jumps over both; otherwise to the row before it.
CREATE TRIGGER ${view}_insert INSTEAD OF INSERT ON ${view} BEGIN
  INSERT INTO ${table} (${own.join(", ")}, previous, ${LINKS.join(", ")})
  SELECT ${own.map((name) => `new.${name}`).join(", ")}, ends.last,
    iif(far.step, ends.step + far.step + 1, 1),
    iif(far.step, far.jump, ends.last),
    iif(far.step, far.jump_step, coalesce(ends.step, 0))
  FROM (SELECT 1) LEFT JOIN ${ends} AS ends ON ends.${owner} = new.${owner}
  LEFT JOIN ${table} AS far
    ON far.${place} = ends.jump AND far.${owner} = ends.${owner} AND ends.step = ends.jump_step;
END;

CREATE TRIGGER ${table}_insert AFTER INSERT ON ${table} BEGIN
  INSERT INTO ${ends} (${owner}, last, ${LINKS.join(", ")})
  VALUES (new.${owner}, new.${place}, ${LINKS.map((name) => `new.${name}`).join(", ")})
  ON CONFLICT (${owner}) DO UPDATE SET last = excluded.last, ${LINKS.map((name) => `${name} = excluded.${name}`).join(", ")};
END;

CREATE TRIGGER ${table}_delete AFTER DELETE ON ${table} WHEN old.${place} > coalesce(${prunedUpTo}, 0) BEGIN
  DELETE FROM ${ends} WHERE ${owner} = old.${owner} AND old.previous IS NULL;
  UPDATE ${ends} SET (last, ${LINKS.join(", ")}) =
    (SELECT ${place}, ${LINKS.join(", ")} FROM ${table} WHERE ${place} = old.previous AND ${owner} = old.${owner})
  WHERE ${owner} = old.${owner} AND last >= old.${place};
END;
`;
}

/** The place of the last row of an owner up to a place, NULL before its first row. All are SQL expressions. */
export function lastPlace(
  { table, ends, owner, place }: LinkedRows,
  asked: { readonly of: string; readonly upTo: string },
): string {
  return `(WITH RECURSIVE walk (place, previous, jump) AS (
      SELECT ${place}, previous, link.jump
      FROM ${ends} AS ends CROSS JOIN ${table} AS link ON link.${place} = ends.last AND link.${owner} = ends.${owner}
      WHERE ends.${owner} = ${asked.of}
      UNION ALL
      SELECT link.${place}, link.previous, link.jump
      FROM walk CROSS JOIN ${table} AS link
        ON link.${place} = iif(walk.jump > ${asked.upTo}, walk.jump, walk.previous) AND link.${owner} = ${asked.of}
      WHERE walk.place > ${asked.upTo})
    SELECT place FROM walk WHERE place <= ${asked.upTo})`;
}
