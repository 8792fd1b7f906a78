type Bound<Db, Read> = Read extends (db: Db, ...given: infer Given) => infer Answer
  ? (...given: Given) => Answer
  : never;

/** The functions of a table as methods on one database: each takes the database first. */
export function bound<Db, Reads extends Readonly<Record<string, (db: Db, ...given: never[]) => unknown>>>(
  db: Db,
  reads: Reads,
): { readonly [Name in keyof Reads]: Bound<Db, Reads[Name]> } {
  const methods = Object.entries(reads).map(([name, read]) => [name, read.bind(null, db)]);
  return Object.fromEntries(methods) as { readonly [Name in keyof Reads]: Bound<Db, Reads[Name]> };
}
