import { messageOf } from "../../codec/chain-error.js";
import { openConnection } from "./connection.js";
import { isDamage } from "../damage.js";

/** A fault in a database file that SQLite itself can find. */
export interface DatabaseDamage {
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
