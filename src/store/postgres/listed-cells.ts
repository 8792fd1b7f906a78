/**
 * The SQL of lists of present cells. A cell has a row for each height that wrote it, and a list goes from cell to cell by the
 * index: one search each. A page far from the beginning of a list is found without reading the cells before it.
 */

/** The index of the removals, which tables of earlier versions lack. */
export const REMOVED_INDEX = "cell_version_removed";

/** The newest version of the first cell of the kind $1 after another one, up to the cell $3. */
const firstCell = (after: string): string =>
  `SELECT cell, written, value FROM cell_version WHERE kind = $1 AND cell ${after} AND cell <= decode($3, 'hex')
   ORDER BY cell, height DESC LIMIT 1`;

/** The present cells of the kind $1 from $2 up to $3, in their order. */
export const presentCells = (from: ">" | ">="): string => `WITH RECURSIVE newest AS (
    (${firstCell(`${from} decode($2, 'hex')`)})
    UNION ALL
    SELECT following.* FROM newest CROSS JOIN LATERAL (${firstCell("> newest.cell")}) AS following
  ) SELECT encode(cell, 'hex') AS cell, written, value FROM newest WHERE value IS NOT NULL`;

/**
 * The cells of the next 64 entries of the index: how many are present, and the last one. The index alone is read, and that of
 * the removals. A cell with more versions than that is one step, as in `presentCells`.
 */
const nextCells = (after: string): string => `SELECT cardinality(cells) - CASE
    WHEN to_regclass('${REMOVED_INDEX}') IS NULL THEN (
      SELECT count(*) FROM unnest(cells) AS found WHERE (
        SELECT value IS NULL FROM cell_version WHERE kind = $1 AND cell = found ORDER BY height DESC LIMIT 1))
    ELSE (
      SELECT count(*) FROM cell_version AS gone
      WHERE kind = $1 AND value IS NULL AND cell >= cells[1] AND cell <= cells[cardinality(cells)] AND NOT EXISTS (
        SELECT 1 FROM cell_version AS later WHERE later.kind = $1 AND later.cell = gone.cell AND later.height > gone.height))
    END AS count, cells[cardinality(cells)] AS last
  FROM (SELECT ARRAY(
    SELECT DISTINCT cell FROM (
      SELECT cell FROM cell_version WHERE kind = $1 AND cell ${after} AND cell <= decode($3, 'hex')
      ORDER BY cell, height DESC LIMIT 64) AS entries
    ORDER BY cell) AS cells OFFSET 0) AS entries`;

/**
 * Where the present cell number $4 (from 0) of a list is: after which cell, null for the beginning, and the number of those up to it.
 */
export const PLACE_OF_CELL = `WITH RECURSIVE step AS (
    SELECT NULL::bytea AS after, 0::bigint AS before, first.* FROM (${nextCells(">= decode($2, 'hex')")}) AS first
    UNION ALL
    SELECT step.last, step.before + step.count, following.*
    FROM step CROSS JOIN LATERAL (${nextCells("> step.last")}) AS following
    WHERE step.last IS NOT NULL AND step.before + step.count <= $4
  ) SELECT encode(after, 'hex') AS after, before FROM step ORDER BY before DESC, step.after DESC NULLS LAST LIMIT 1`;
