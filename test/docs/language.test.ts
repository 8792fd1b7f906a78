import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const LANGUAGE = fileURLToPath(new URL("../../../docs/language/", import.meta.url));
/** No example of these pages asks a node. */
const NOWHERE = null;

function readPage(name: string): string {
  return readFileSync(join(LANGUAGE, name), "utf8");
}

describe("docs/language", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function expectPage(name: string, url: string | null): Promise<void> {
    const page = readPage(name);
    layOut(page, directory);
    const steps = readTranscript(page);
    expect(steps.length).to.be.greaterThan(4);
    for (const step of steps) await expectStep(step, directory, url);
  }

  for (const name of ["concepts.md", "traps.md"]) {
    it(`prints what ${name} says`, () => expectPage(name, NOWHERE));
  }

  describe("with a development chain", () => {
    let node: DevProcess;
    beforeEach(async () => {
      node = await startDevProcess(join(directory, "user"));
    });
    afterEach(() => node.kill());

    it("goes from nothing to a token with a test", () => expectPage("tutorial.md", node.url));
    it("upgrades a contract and moves its state", () => expectPage("upgrade.md", node.url));
  });

  it("points at files that are there", () => {
    for (const name of [
      "tutorial.md",
      "upgrade.md",
      "concepts.md",
      "traps.md",
      "examples.md",
      "operators.md",
    ]) {
      const targets = [...readPage(name).matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
      expect(targets).to.not.deep.equal([]);
      expect(targets.filter((target) => !existsSync(join(LANGUAGE, target)))).to.deep.equal([]);
    }
  });
});
