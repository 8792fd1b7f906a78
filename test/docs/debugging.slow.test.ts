import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/debugging.md", import.meta.url), "utf8");

describe("docs/debugging.md", () => {
  let directory: string;
  let node: DevProcess;

  before(async () => {
    directory = await makeTempDirectory();
    node = await startDevProcess(join(directory, "user"));
    layOut(DOCUMENT, directory);
  });
  after(async () => {
    await node.kill();
    rmSync(directory, { recursive: true });
  });

  it("shows a session with the actual output", async () => {
    const steps = readTranscript(DOCUMENT);
    expect(steps.filter(({ typed }) => typed.length > 0)).to.have.lengthOf(4);
    for (const step of steps) await expectStep(step, directory, node.url);
  });
});
