import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect } from "chai";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/contracts.md", import.meta.url), "utf8");
/** No example needs a node. */
const NOWHERE = "http://127.0.0.1:9";

describe("docs/contracts.md", () => {
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
    layOut(DOCUMENT, directory);
  });
  after(() => rm(directory, { recursive: true }));

  it("shows what a key that depends on a read loses, and how to avoid it", async () => {
    const steps = readTranscript(DOCUMENT);
    expect(steps).to.have.lengthOf(3);
    for (const step of steps) await expectStep(step, directory, NOWHERE);
  });
});
