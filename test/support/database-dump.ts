import { openConnection } from "../../src/store/sqlite/connection.js";

/** Every row of every table of a database file, as text; of the blocks that were undone, only that they have a table. */
export async function dumpDatabase(file: string): Promise<string> {
  const connection = await openConnection(file, "read-only");
  const tables = await connection.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = name === "undone_blocks" ? [] : await connection.all(`SELECT * FROM ${name} ORDER BY 1, 2`);
    parts.push(name, ...rows.map((row) => JSON.stringify(row)));
  }
  await connection.close();
  return parts.join("\n");
}
