import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startBinary } from "../cli/binary.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const DOCUMENT = readFileSync(fileURLToPath(new URL("../../../docs/backup.md", import.meta.url)), "utf8");
/** From this heading on, the node is stopped. */
const STOPPED = "\n## Restore a backup\n";

describe("docs/backup.md", () => {
  let directory: string;
  let node: DevProcess;

  before(async () => {
    directory = await makeTempDirectory();
    layOut(DOCUMENT, directory);
    // The default data directory of the document's commands.
    node = await startDevProcess(join(directory, "user"));
  });
  after(async () => {
    await node.kill();
    await rm(directory, { recursive: true });
  });

  /** Starts a node of the document on a free port, and stops it. */
  async function startAndStop(words: readonly string[]): Promise<void> {
    const [dataDirectory = ""] = words.slice(-1);
    const path = join(directory, "work", dataDirectory);
    const started = startBinary([...words.slice(0, -1), path, "--port", "0", "--json"]);
    expect(JSON.parse(await started.firstLine)).to.include({ data_dir: path });
    expect(await started.stop()).to.include({ code: 0 });
  }

  it("gives the results that it shows: copies of a running node, nodes on copies, and repairs", async () => {
    const [beside = "", after = ""] = DOCUMENT.split(STOPPED);
    for (const step of readTranscript(beside)) await expectStep(step, directory, node.url);
    await node.stop();
    for (const step of readTranscript(after)) {
      const [program, ...words] = step.command.split(" ");
      if (program === "chainnode" && words[0] === "start") await startAndStop(words);
      else await expectStep(step, directory, node.url);
    }
  });
});
