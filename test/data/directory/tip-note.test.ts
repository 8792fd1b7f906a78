import { expect } from "chai";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timeHash } from "../../../src/codec/hash.js";
import { readTipNote, TipNote, writeTipNote } from "../../../src/data/directory/tip-note.js";
import { NO_BLOCKS, type ChainEnds } from "../../../src/store/store.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const end = (height: number) => ({ height, blockhash: timeHash(`block ${height}`, height) });
const ends = (main: number, resource = 0): ChainEnds => ({
  main: end(main),
  resource: resource === 0 ? NO_BLOCKS.resource : end(resource),
});

describe("The note of the last blocks", () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "tip");
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("is null in a new directory, and else names the last blocks", async () => {
    expect(await readTipNote(file)).to.equal(null);
    const note = await TipNote.open(file);
    await note.follow(ends(3));
    for (let height = 4; height < 10; height += 1) {
      await note.onCommit({ main: end(height) });
      expect(await readTipNote(file), "before anything is synced").to.deep.equal(ends(height));
    }
    await note.onCommit({ resource: end(2) });
    await note.onUndo({ main: end(8) });
    await note.close();
    expect(await readTipNote(file)).to.deep.equal(ends(8, 2));
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it("keeps both ends when both chains grow at once", async () => {
    const note = await TipNote.open(file);
    await Promise.all([note.onCommit({ main: end(7) }), note.onCommit({ resource: end(5) })]);
    await note.close();
    expect(await readTipNote(file)).to.deep.equal(ends(7, 5));
  });

  it("is the previous one when the last one did not reach the disk completely", async () => {
    await writeTipNote(file, ends(7));
    await writeTipNote(file, ends(8));
    const whole = await readFile(file);
    const slot = whole.length / 2;
    for (const start of [0, slot]) {
      const torn = Buffer.from(whole);
      torn.fill(0, start + 40, start + 60);
      await writeFile(file, torn);
      const isYoungerTorn = whole
        .toString("latin1")
        .slice(start, start + slot)
        .includes("main 8");
      expect((await readTipNote(file))?.main.height).to.equal(isYoungerTorn ? 7 : 8);
    }
    await writeFile(file, whole.subarray(0, 100));
    expect(await readTipNote(file)).to.equal(null);
  });

  it("keeps the noted blocks while it is held", async () => {
    await writeTipNote(file, ends(37));
    const note = await TipNote.open(file);
    note.hold();
    await note.onCommit({ main: end(22) });
    await note.onUndo({ main: end(21) });
    expect(await readTipNote(file)).to.deep.equal(ends(37));
    await note.follow(ends(21));
    await note.close();
    expect(await readTipNote(file)).to.deep.equal(ends(21));
  });

  it("reports that it cannot be written after a commit, and fails an undo", async () => {
    const failures: string[] = [];
    const note = await TipNote.open(join(directory, "none", "tip"), (reason) => failures.push(reason));
    await note.onCommit({ main: end(1) });
    expect(failures).to.have.length(1);
    const undone = await note.onUndo({ main: end(0) }).then(
      () => "done",
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(undone).to.equal("ENOENT");
  });
});
