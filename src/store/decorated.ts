import type { Store } from "./store.js";

export function decorated<Base extends object>(base: Base, methods: Partial<Base>): Base {
  return forwarding((name) => (name in methods ? methods : base) as Base);
}

/** Returns an object each of whose members is that of another one, which is asked for at each use. */
export function forwarding<Base extends object>(ownerOf: (name: PropertyKey) => Base): Base {
  return new Proxy({} as Base, {
    has: (_, name) => name in ownerOf(name),
    get(_, name) {
      const owner = ownerOf(name);
      const member: unknown = Reflect.get(owner, name);
      // A method of a class with private members needs its own object.
      return typeof member === "function" ? member.bind(owner) : member;
    },
  });
}

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

/** The same store, which tells when its chains or its notes have changed, after the change is on the disk. */
export function watchedStore(store: Store, onChange: () => void): Store {
  const told = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    onChange();
    return result;
  };
  return decorated(store, {
    writeMeta: (name, value) => told(store.writeMeta(name, value)),
    commitMainBlock: (commit) => told(store.commitMainBlock(commit)),
    commitResourceBlock: (block) => told(store.commitResourceBlock(block)),
    commitBatch: (batch) => told(store.commitBatch(batch)),
    undoMainBlock: (height) => told(store.undoMainBlock(height)),
    undoResourceBlock: (height) => told(store.undoResourceBlock(height)),
  });
}
