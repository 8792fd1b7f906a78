import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCS = fileURLToPath(new URL("../../../docs/", import.meta.url));
const DOCUMENT = readFileSync(join(DOCS, "client.md"), "utf8");

describe("docs/client.md", () => {
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

  it("prints what it shows", async () => {
    const steps = readTranscript(DOCUMENT);
    expect(steps.length).to.be.greaterThan(4);
    for (const step of steps) await expectStep(step, directory, node.url);
  });

  it("points at files that are there", () => {
    const targets = [...DOCUMENT.matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(DOCS, target)))).to.deep.equal([]);
  });
});
