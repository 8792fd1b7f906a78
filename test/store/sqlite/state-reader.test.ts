import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Statements } from "../../../src/store/sqlite/connection.js";
import { StateReader } from "../../../src/store/sqlite/state-reader.js";
import { expectRejection } from "../../support/expect-rejection.js";

const [A, B, C, ABSENT] = ["aa", "bb", "cc", "dd"];
const CELLS: ReadonlyMap<string, string> = new Map([
  [A, "1"],
  [B, "2"],
  [C, "3"],
]);

/** A database of three cells that notes which keys each query asks for. */
function scriptedDatabase(failure?: ChainError): { db: Statements; asked: string[][] } {
  const asked: string[][] = [];
  const db: Statements = {
    async all<R extends object>(_sql: string, keys?: string | number | null): Promise<R[]> {
      const wanted = JSON.parse(String(keys)) as string[];
      asked.push(wanted);
      if (failure !== undefined && asked.length === 1) throw failure;
      const rows = wanted.flatMap((cell) => {
        const value = CELLS.get(cell);
        return value === undefined ? [] : [{ cell, value }];
      });
      return rows as object[] as R[];
    },
    first: () => Promise.reject(new Error("Only one row was read. ")),
    run: () => Promise.reject(new Error("A read wrote. ")),
    script: () => Promise.reject(new Error("A read wrote. ")),
  };
  return { db, asked };
}

describe("concurrent reads of state", () => {
  it("are answered by one query, and each gets only its own cells", async () => {
    const { db, asked } = scriptedDatabase();
    const reader = new StateReader(db, "universal");
    const answers = await Promise.all([reader.read([A, ABSENT]), reader.read([B]), reader.read([A, C])]);
    expect(asked).to.deep.equal([[A, ABSENT, B, C]]);
    expect(answers).to.deep.equal([
      new Map([[A, 1n]]),
      new Map([[B, 2n]]),
      new Map([
        [A, 1n],
        [C, 3n],
      ]),
    ]);
  });

  it("requested during a query are answered by the next one", async () => {
    const { db, asked } = scriptedDatabase();
    const reader = new StateReader(db, "universal");
    const first = reader.read([A]);
    // The query begins in this turn of the loop; its answer comes in a later one.
    await Promise.resolve();
    expect(asked).to.deep.equal([[A]]);
    const later = [reader.read([A]), reader.read([B])];
    expect(await Promise.all([first, ...later])).to.deep.equal([
      new Map([[A, 1n]]),
      new Map([[A, 1n]]),
      new Map([[B, 2n]]),
    ]);
    expect(asked).to.deep.equal([[A], [A, B]]);
  });

  it("of no keys need no query", async () => {
    const { db, asked } = scriptedDatabase();
    expect(await new StateReader(db, "local").read([])).to.deep.equal(new Map());
    expect(asked).to.deep.equal([]);
  });

  it("receive the failure of their query, and the next query is not affected", async () => {
    const { db } = scriptedDatabase(new ChainError("DATABASE_IOERR", "The disk failed. ", { kind: "local" }));
    const reader = new StateReader(db, "universal");
    const both = [reader.read([A]), reader.read([B])];
    for (const read of both) await expectRejection(read, "DATABASE_IOERR", "local");
    expect(await reader.read([C])).to.deep.equal(new Map([[C, 3n]]));
  });
});
