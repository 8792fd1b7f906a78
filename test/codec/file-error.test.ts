import { expect } from "chai";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "../../src/codec/file-error.js";
import { makeTempDirectory } from "../support/temp-store.js";

describe("What the system says of a file", () => {
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
  });
  after(() => rm(directory, { recursive: true }));

  const codeOf = (path: string): Promise<string | undefined> =>
    readFile(path).then(
      () => undefined,
      (error: unknown) => fileError(error)?.code,
    );

  it("is an error of the catalogue for a file that is missing, a directory, or longer than can be read", async () => {
    const long = join(directory, "long");
    const file = await open(long, "w");
    // It takes no place on the disk.
    await file.truncate(2 ** 31 + 1);
    await file.close();
    const codes = await Promise.all([join(directory, "none"), directory, long].map(codeOf));
    expect(codes).to.deep.equal(["FILE_MISSING", "IS_A_DIRECTORY", "FILE_TOO_LARGE"]);
  });

  it("is no error of the catalogue for any other failure", () => {
    expect(fileError(new Error("ENOENT"))).to.equal(null);
  });
});
