import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSecret } from "../../../src/cli/input/secrets.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { useTemporaryDirectory } from "../binary.js";
import { createTestTerminal } from "../terminal-stub.js";

describe("a file that holds a secret", () => {
  const directory = useTemporaryDirectory();
  const notes: string[] = [];
  beforeEach(() => notes.splice(0));
  const read = (path: string): Promise<string> =>
    readSecret(path, {
      terminal: createTestTerminal({ input: "of stdin\nand more" }),
      note: (text) => notes.push(text),
    });

  for (const mode of [0o644, 0o640, 0o604]) {
    it(`gives its first line, and a warning when its mode is ${mode.toString(8)}`, async () => {
      const path = join(directory(), "the password");
      writeFileSync(path, "secret words\r\nand more");
      chmodSync(path, mode);
      expect(await read(path)).to.equal("secret words");
      expect(notes).to.deep.equal([`Other users of this machine may read ${path}: chmod 600 '${path}'`]);
    });
  }

  it("gives no warning when only its owner may read it", async () => {
    const path = join(directory(), "password");
    writeFileSync(path, "secret words", { mode: 0o600 });
    expect(await read(path)).to.equal("secret words");
    expect(notes).to.deep.equal([]);
  });

  it("may be a pipe of any mode, or stdin", async () => {
    const path = join(directory(), "pipe");
    execFileSync("mkfifo", ["-m", "644", path]);
    const [secret] = await Promise.all([read(path), writeFile(path, "secret words\n")]);
    expect(secret).to.equal("secret words");
    expect(await read("-")).to.equal("of stdin");
    expect(notes).to.deep.equal([]);
  });

  it("is refused only when it does not exist", async () => {
    await expectRejection(read(join(directory(), "none")), "FILE_MISSING", "not-found");
  });
});
