import { expect } from "chai";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findCommandKey } from "../../../src/data/keys/command-key.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { expectRejection } from "../../support/expect-rejection.js";

const PUBLIC_KEY = "ab".repeat(32);

describe("A key of a program", () => {
  const place = useTemporaryDirectory();

  it("is asked for again after the program has failed", async () => {
    const [program, connected] = [join(place(), "program.mjs"), join(place(), "connected")];
    writeFileSync(
      program,
      `import { existsSync } from "node:fs";
       if (!existsSync(${JSON.stringify(connected)})) process.exit(1);
       console.log("${PUBLIC_KEY}");`,
    );
    const name = `command:${process.execPath} ${program}`;
    await expectRejection(findCommandKey(name), "KEY_COMMAND", "local");
    expect(existsSync(connected)).to.equal(false);
    writeFileSync(connected, "");
    expect((await findCommandKey(name)).publicKey).to.equal(PUBLIC_KEY);
  });
});
