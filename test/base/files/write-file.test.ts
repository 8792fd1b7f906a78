import { expect } from "chai";
import { execFileSync, spawn } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFile, replaceFile, replaceOwnFile } from "../../../src/base/files/write-file.js";
import { skip } from "../../support/skip.js";
import { useTemporaryDirectory } from "../../cli/binary.js";

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

async function* inPieces(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

describe("Writing a file", () => {
  const directory = useTemporaryDirectory();
  const at = (name: string): string => join(directory(), name);
  const isWindows = process.platform === "win32";

  it("creates a file from pieces, and leaves nothing beside it", async () => {
    await createFile(at("a"), inPieces("one ", "two"));
    expect(readFileSync(at("a"), "utf8")).to.equal("one two");
    expect(readdirSync(directory())).to.deep.equal(["a"]);
  });

  it("does not follow a link in place of the draft", async () => {
    writeFileSync(at("victim"), "kept");
    symlinkSync(at("victim"), at("a.partial"));
    await createFile(at("a"), "new");
    expect(readFileSync(at("victim"), "utf8")).to.equal("kept");
    expect(lstatSync(at("a")).isFile()).to.equal(true);
    expect(readdirSync(directory()).toSorted()).to.deep.equal(["a", "victim"]);
  });

  it("removes the draft that a killed process left", async () => {
    writeFileSync(at("a.partial"), "half");
    await createFile(at("a"), "whole");
    expect(readFileSync(at("a"), "utf8")).to.equal("whole");
    expect(readdirSync(directory())).to.deep.equal(["a"]);
  });

  it("never replaces a file, or what a link of its name would lead to", async () => {
    writeFileSync(at("a"), "kept");
    symlinkSync(at("nowhere"), at("b"));
    expect(await failureOf(createFile(at("a"), "new"))).to.include({ code: "FILE_EXISTS" });
    expect(await failureOf(createFile(at("b"), "new"))).to.include({ code: "FILE_EXISTS" });
    expect(readFileSync(at("a"), "utf8")).to.equal("kept");
    expect(readdirSync(directory()).toSorted()).to.deep.equal(["a", "b"]);
  });

  it("does not replace a file that another process makes meanwhile", async () => {
    async function* slow(): AsyncGenerator<string> {
      yield "mine";
      writeFileSync(at("a"), "theirs");
    }
    expect(await failureOf(createFile(at("a"), slow()))).to.include({ code: "FILE_EXISTS" });
    expect(readFileSync(at("a"), "utf8")).to.equal("theirs");
    expect(readdirSync(directory())).to.deep.equal(["a"]);
  });

  it("gives the name to one of two writers at once, with all its content", async () => {
    async function* first(): AsyncGenerator<string> {
      yield "first ";
      await createFile(at("a"), "second");
      yield "goes on";
    }
    expect(await failureOf(createFile(at("a"), first()))).to.be.instanceOf(Error);
    expect(readFileSync(at("a"), "utf8")).to.equal("second");
  });

  it("leaves nothing when the content fails", async () => {
    async function* failing(): AsyncGenerator<string> {
      yield "half";
      throw new Error("no more");
    }
    expect(await failureOf(createFile(at("a"), failing()))).to.include({ message: "no more" });
    expect(readdirSync(directory())).to.deep.equal([]);
  });

  it("names the user's file when the system refuses", async () => {
    const failure = await failureOf(createFile(at("none/a"), "x"));
    expect(failure).to.have.property("code", "FILE_MISSING");
    expect(failure).to.have.nested.property("details.file", at("none/a"));
  });

  it("writes to a named pipe and to a device directly", async function () {
    if (isWindows) skip(this, "Windows has no such files");
    execFileSync("mkfifo", [at("pipe")]);
    const reader = spawn("cat", [at("pipe")]);
    let read = "";
    reader.stdout.on("data", (piece: Buffer) => (read += piece.toString()));
    const closed = new Promise((resolve) => reader.on("close", resolve));
    await createFile(at("pipe"), inPieces("one ", "two"));
    await closed;
    expect(read).to.equal("one two");
    await createFile("/dev/null", "x");
    expect(readdirSync(directory())).to.deep.equal(["pipe"]);
  });

  it("replaces a file whole, with its permissions, and the file behind a link", async function () {
    writeFileSync(at("a"), "old", { mode: 0o640 });
    symlinkSync(at("a"), at("link"));
    await replaceFile(at("link"), "new");
    expect(readFileSync(at("a"), "utf8")).to.equal("new");
    expect(lstatSync(at("link")).isSymbolicLink()).to.equal(true);
    if (!isWindows) expect(statSync(at("a")).mode & 0o777).to.equal(0o640);
    expect(readdirSync(directory()).toSorted()).to.deep.equal(["a", "link"]);
  });

  it("makes files that only their owner may read", async function () {
    if (isWindows) skip(this, "Windows has no such files");
    await createFile(at("a"), "secret", { mode: 0o600 });
    writeFileSync(at("b"), "loose", { mode: 0o644 });
    await replaceOwnFile(at("b"), "secret");
    for (const name of ["a", "b"]) expect(statSync(at(name)).mode & 0o777, name).to.equal(0o600);
  });

  it("leaves the old file when a directory is in the way", async () => {
    await mkdir(at("a.partial"));
    expect(await failureOf(createFile(at("a"), "x"))).to.be.instanceOf(Error);
    expect(await readFile(at("a"), "utf8").catch(() => null)).to.equal(null);
  });
});
