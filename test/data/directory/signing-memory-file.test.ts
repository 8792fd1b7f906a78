import { expect } from "chai";
import { appendFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOf, timeHash } from "../../../src/codec/hash.js";
import type { Signing } from "../../../src/consensus/signing-memory.js";
import { SigningMemoryFile } from "../../../src/data/directory/signing-memory-file.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("The file of a validator's signatures (PROTOCOL 9.15)", () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "signatures");
  });
  afterEach(() => rm(directory, { recursive: true }));

  function signing(name: string, second = 1, previous_blockhash = timeHash("tip", 1)): Signing {
    return { kind: "hypothesis", previous_blockhash, s_timestamp: second, hash: hashOf(name) };
  }

  it("remembers signatures after a restart, also those made before the first block", async () => {
    const before = await SigningMemoryFile.open(file);
    expect(await before.note([signing("one")])).to.equal(true);
    expect(await before.note([signing("one", 1, "")])).to.equal(true);
    const after = await SigningMemoryFile.open(file);
    expect(await after.note([signing("other")])).to.equal(false);
    expect(await after.note([signing("other", 1, "")])).to.equal(false);
    expect(await after.note([signing("one")])).to.equal(true);
    expect(await after.note([signing("other", 2)])).to.equal(true);
  });

  it("refuses records dated up to a given time, now and after a restart, except noted ones", async () => {
    await (await SigningMemoryFile.open(file)).note([signing("one", 5)]);
    for (const memory of [await SigningMemoryFile.open(file, 7), await SigningMemoryFile.open(file)]) {
      expect(await memory.note([signing("other", 6)])).to.equal(false);
      expect(await memory.note([signing("other", 7)])).to.equal(false);
      expect(await memory.note([signing("one", 5)])).to.equal(true);
    }
    expect(await (await SigningMemoryFile.open(file)).note([signing("other", 8)])).to.equal(true);
  });

  it("has the note on the disk when it allows a signature, in a file that only its owner may read", async () => {
    const memory = await SigningMemoryFile.open(file);
    await memory.note([signing("one")]);
    expect(await readFile(file, "utf8")).to.contain(hashOf("one"));
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).to.equal(0o600);
  });

  it("allows one of two concurrent signatures", async () => {
    const memory = await SigningMemoryFile.open(file);
    const answers = await Promise.all([memory.note([signing("one")]), memory.note([signing("other")])]);
    expect(answers).to.deep.equal([true, false]);
  });

  it("ignores a note that did not reach the disk completely", async () => {
    await (await SigningMemoryFile.open(file)).note([signing("one")]);
    await appendFile(file, "hypothesis 2 0123");
    const memory = await SigningMemoryFile.open(file);
    expect(await memory.note([signing("two", 2)])).to.equal(true);
    expect(await (await SigningMemoryFile.open(file)).note([signing("other", 2)])).to.equal(false);
  });

  it("throws when a write fails, and allows the signature when the write is repeated", async () => {
    const memory = await SigningMemoryFile.open(file);
    await rm(file);
    await mkdir(file);
    expect(await memory.note([signing("one")]).catch((error: NodeJS.ErrnoException) => error.code)).to.equal(
      "EISDIR",
    );
    await rm(file, { recursive: true });
    expect(await memory.note([signing("one")])).to.equal(true);
    expect(await (await SigningMemoryFile.open(file)).note([signing("other")])).to.equal(false);
  });

  it("stays small over many rounds, and refuses the times that it has forgotten", async () => {
    const lines = Array.from({ length: 5000 }, (_, second) => {
      const { kind, hash, previous_blockhash } = signing("one");
      return `${kind} ${second} ${hash} ${previous_blockhash}\n`;
    });
    await writeFile(file, lines.join(""));
    const memory = await SigningMemoryFile.open(file);
    expect((await readFile(file, "utf8")).split("\n")).to.have.length(1 + 256 + 1);
    expect(await memory.note([signing("other", 4000)])).to.equal(false);
    expect(await (await SigningMemoryFile.open(file)).note([signing("other", 4000)])).to.equal(false);
  });

  it("refuses a damaged file rather than sign without it", async () => {
    await writeFile(file, "hypothesis one two three\n");
    await expectRejection(SigningMemoryFile.open(file), "SIGNING_MEMORY_DAMAGED", "local");
  });
});
