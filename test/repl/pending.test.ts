import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, runBinaryAndInterrupt, startBinary, useTemporaryDirectory } from "../cli/binary.js";

const PENDING = "setInterval(() => {}, 1000); setTimeout(() => {}, 1e9);";

describe("a script of chainnode repl that leaves something pending", () => {
  const directory = useTemporaryDirectory();

  it("ends with its failure, from -e, a file or stdin", async () => {
    const source = `${PENDING} throw new Error("wrong")`;
    const file = join(directory(), "script.js");
    writeFileSync(file, source);
    const runs = [
      runBinary(["repl", "--dev", "-e", source]),
      runBinary(["repl", "--dev", file]),
      runBinary(["repl", "--dev"], { input: `${PENDING}\nthrow new Error("wrong")\n` }),
      runBinary([
        "repl",
        "--dev",
        "-e",
        `${PENDING} Promise.reject(new Error("wrong")); await sandbox.warp(1)`,
      ]),
      runBinary([
        "repl",
        "--dev",
        "-e",
        `require("node:net").createServer().listen(0); throw new Error("wrong")`,
      ]),
    ];
    for (const { code, stderr } of await Promise.all(runs)) {
      expect(stderr).to.match(/^error: Error: wrong/);
      expect(code).to.equal(1);
    }
  });

  const pause = "await new Promise((resolve) => setTimeout(resolve, 1))";
  for (const [what, loop] of [
    ["waits", "await new Promise(() => {})"],
    ["computes", "for (;;);"],
    ["computes after it has waited", `${pause}; for (;;);`],
    ["awaits what is settled", "for (;;) await null"],
  ] as const)
    it(`ends at the first SIGINT or SIGTERM while it ${what}`, async () => {
      const words = ["repl", "--dev", "-e", `${PENDING} print("begun"); ${loop}`];
      const running = startBinary(words);
      const [interrupted] = await Promise.all([runBinaryAndInterrupt(words), running.firstLine]);
      const outputs = { stdout: "'begun'\n", stderr: "" };
      expect(interrupted).to.deep.equal({ code: 130, ...outputs });
      expect(await running.stop()).to.deep.equal({ code: 143, ...outputs });
    });

  it("still runs what is pending when it succeeds", async () => {
    const { code, stderr } = await runBinary([
      "repl",
      "--dev",
      "-e",
      "setTimeout(() => console.log('late'), 50); 1",
    ]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "late\n" });
  });
});
