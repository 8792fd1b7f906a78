import { expect } from "chai";
import { openConnection, type DatabaseConnection } from "../../../src/store/sqlite/connection.js";
import { IN_MEMORY } from "../../../src/store/sqlite/open.js";
import { lastPlace, linkedTables, type LinkedRows } from "../../../src/store/sqlite/linked-rows.js";
import { createSeededRandom, seeded, TEST_SEED } from "../../support/seeded-random.js";

const NOTES: LinkedRows = {
  table: "notes",
  ends: "note_ends",
  view: "new_notes",
  owner: "owner",
  place: "place",
  columns: { text: "TEXT" },
  prunedUpTo: "NULL",
};
const PLACES = 300;

/** The owner and the place of a row. */
type Row = readonly [number, number];

describe("Linked rows (ADR 18)", () => {
  let db: DatabaseConnection;
  beforeEach(async () => {
    db = await openConnection(IN_MEMORY, "read-write");
    await db.script(linkedTables(NOTES));
  });
  afterEach(() => db.close());

  const append = (rows: readonly Row[]): Promise<void> =>
    db.run(
      `INSERT INTO new_notes (owner, place, text) SELECT value ->> 0, value ->> 1, 'a' FROM json_each(?)`,
      JSON.stringify(rows),
    );
  const contents = async (): Promise<unknown> => [
    await db.all("SELECT * FROM notes ORDER BY place, owner"),
    await db.all("SELECT * FROM note_ends ORDER BY owner"),
  ];
  /** The last place of each owner up to a place. */
  const lastPlaces = async (owners: readonly number[], upTo: number): Promise<readonly (number | null)[]> => {
    const rows = await db.all<{ last: number | null }>(
      `SELECT ${lastPlace(NOTES, { of: "asked.value", upTo: "?2" })} AS last FROM json_each(?1) AS asked ORDER BY key`,
      JSON.stringify(owners),
      upTo,
    );
    return rows.map(({ last }) => last);
  };

  /** Owner 1 has a row at each place, owner 2 at every second one, owner 3 at some, owner 4 has none. */
  function someRows(): Row[] {
    const random = createSeededRandom(TEST_SEED);
    const rows: Row[] = [];
    for (let place = 1; place <= PLACES; place += 1) {
      rows.push([1, place]);
      if (place % 2 === 0) rows.push([2, place]);
      if (random() < 0.1) rows.push([3, place]);
    }
    return rows;
  }

  it(seeded("the last row of an owner up to any place is found", TEST_SEED), async () => {
    const rows = someRows();
    await append(rows);
    for (let place = 0; place <= PLACES + 1; place += 1) {
      const expected = [1, 2, 3, 4].map(
        (owner) => rows.findLast((row) => row[0] === owner && row[1] <= place)?.[1] ?? null,
      );
      expect(await lastPlaces([1, 2, 3, 4], place), String(place)).to.deep.equal(expected);
    }
  });

  it("a walk to any of n rows takes at most 2 log n steps", async () => {
    await append(Array.from({ length: 4096 }, (_, index) => [1, index + 1]));
    const rows = await db.all<{ place: number; previous: number | null; jump: number | null }>(
      "SELECT place, previous, jump FROM notes ORDER BY place",
    );
    const at = new Map(rows.map((row) => [row.place, row]));
    for (let asked = 1; asked <= 4096; asked += 1) {
      let steps = 0;
      for (let row = at.get(4096); row !== undefined && row.place > asked; steps += 1)
        row = at.get((row.jump ?? 0) >= asked ? (row.jump ?? 0) : (row.previous ?? 0));
      expect(steps, String(asked)).to.be.at.most(24);
    }
  });

  it(seeded("rows are the same in one statement as in many", TEST_SEED), async () => {
    const rows = someRows();
    for (const row of rows) await append([row]);
    const one = await contents();
    await db.script("DELETE FROM notes; DELETE FROM note_ends;");
    await append(rows);
    expect(await contents()).to.deep.equal(one);
  });

  it(seeded("what is left after the last rows are deleted is what was there before", TEST_SEED), async () => {
    const rows = someRows();
    for (const place of [299, 200, 64, 1, 0]) {
      await db.script("DELETE FROM notes; DELETE FROM note_ends;");
      await append(rows.filter((row) => row[1] <= place));
      const before = await contents();
      await append(rows.filter((row) => row[1] > place));
      await db.run("DELETE FROM notes WHERE place > ?", place);
      expect(await contents(), String(place)).to.deep.equal(before);
    }
  });
});
