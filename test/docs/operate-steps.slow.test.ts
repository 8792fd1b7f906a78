import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");
/** Its answers depend on the node's port and state; another test compares the checks with the code. */
const SHOWN_ONLY = new Set(["curl http://127.0.0.1:9901/readyz", "chainnode status"]);

describe("docs/operate.md, step by step", () => {
  let directory: string;
  let node: DevProcess;
  before(async () => {
    directory = await makeTempDirectory();
    layOut(DOCUMENT, directory);
    for (const [, file = "", body = ""] of DOCUMENT.matchAll(/^```sh (\S+)\n([^]*?)^```$/gm))
      writeFileSync(join(directory, "work", file), body);
    node = await startDevProcess(join(directory, "user"));
  });
  after(async () => {
    await node.kill();
    await rm(directory, { recursive: true });
  });

  it("gives the results that it shows: settings, a checked backup, a moved directory", async () => {
    const steps = readTranscript(DOCUMENT).filter(({ command }) => !SHOWN_ONLY.has(command));
    for (const step of steps) await expectStep(step, directory, node.url);
  });
});
