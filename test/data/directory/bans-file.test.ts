import { expect } from "chai";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBansFile, writeBansFile } from "../../../src/data/directory/bans-file.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("The file of the banned hosts", () => {
  let file: string;
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "bans.json");
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("returns the bans written last, and none when there is no file", async () => {
    expect(await readBansFile(file)).to.deep.equal([]);
    const bans = [
      { host: "a:1", untilUs: 1_800_000_000_000_000 },
      { host: "b:1", untilUs: null },
    ];
    await writeBansFile(file, [{ host: "c:1", untilUs: null }]);
    await writeBansFile(file, bans);
    expect(await readBansFile(file)).to.deep.equal(bans);
  });

  it("reads hosts in their canonical spelling, as an operator may edit the file", async () => {
    await writeFile(file, '[{"host":"Node.Example.org:80","until":null}]');
    expect(await readBansFile(file)).to.deep.equal([{ host: "node.example.org:80", untilUs: null }]);
  });

  it("rejects when it cannot be written", async () => {
    const failed = writeBansFile(join(directory, "missing", "bans.json"), []).catch(
      (error: unknown) => error,
    );
    expect(await failed).to.have.property("code", "FILE_MISSING");
  });

  for (const text of [
    "{",
    '{"a":1}',
    "[1]",
    '[{"host":1,"until":null}]',
    '[{"host":"a:1"}]',
    '[{"host":"no host","until":null}]',
    '[{"host":"a:1","until":1.5}]',
  ]) {
    it(`refuses ${text}`, async () => {
      await writeFile(file, text);
      await expectRejection(readBansFile(file), "BANS_FILE", "local");
    });
  }
});
