import type { Statements } from "./connection.js";

/** Notes about the database itself. */

export async function readMeta(db: Statements, name: string): Promise<string | null> {
  const rows = await db.all<{ value: string }>("SELECT value FROM meta WHERE name = ?", name);
  return rows[0]?.value ?? null;
}

export async function writeMeta(db: Statements, name: string, value: string): Promise<void> {
  await db.run(
    "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
