import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect } from "chai";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8");

describe("docs/testing.md", () => {
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
    layOut(DOCUMENT, directory);
  });
  after(() => rm(directory, { recursive: true }));

  it("shows what the commands print", async () => {
    const steps = readTranscript(DOCUMENT);
    expect(steps).to.not.deep.equal([]);
    // No example of this page asks a node.
    for (const step of steps) await expectStep(step, directory, null);
  });
});
