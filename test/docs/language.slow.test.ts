import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectPage } from "../support/transcript.js";

const LANGUAGE = fileURLToPath(new URL("../../../docs/language/", import.meta.url));

describe("docs/language", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function expectPageOf(name: string, url: string | null): Promise<void> {
    await expectPage(readFileSync(join(LANGUAGE, name), "utf8"), directory, url);
  }

  it("prints what traps.md says", () => expectPageOf("traps.md", null));

  describe("with a development chain", () => {
    let node: DevProcess;
    beforeEach(async () => {
      node = await startDevProcess(join(directory, "user"));
    });
    afterEach(() => node.kill());

    it("goes from nothing to a token with a test", () => expectPageOf("tutorial.md", node.url));
    it("upgrades a contract and moves its state", () => expectPageOf("upgrade.md", node.url));
  });
});
