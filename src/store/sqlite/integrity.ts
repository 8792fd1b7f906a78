import { messageOf } from "../../codec/chain-error.js";
import { openConnection } from "./connection.js";
import { isDamage } from "../damage.js";

/** Something in a database file that SQLite itself can tell is wrong. */
export interface DatabaseDamage {
  /** SQLite's own words, with a table's or an index's name where it has only a number for it. */
  readonly reason: string;
}

/**
 * Reads a whole database file and answers the first thing that is not as SQLite writes it, null when all is. What a table
 * says, it does not look at. Throws `DATABASE_NOTADB` when the file is no database.
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
