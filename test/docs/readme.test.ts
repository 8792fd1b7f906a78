import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { expectStep, layOut, readTranscript } from "../support/transcript.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

describe("README.md", () => {
  let directory: string;
  let node: DevProcess;

  before(async () => {
    directory = await makeTempDirectory();
    node = await startDevProcess(join(directory, "user"));
    layOut(README, directory);
  });
  after(async () => {
    await node.kill();
    rmSync(directory, { recursive: true });
  });

  it("shows the commands that CI runs", () => {
    const commands = readTranscript(README).map(({ command }) => command);
    expect(commands).to.include.members(["npm ci && npm start", "npm ci && npm test"]);
    const scripts = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts.scripts["start"]).to.match(/chainnode\.js start --dev$/);
    const ci = readFileSync(join(ROOT, ".ci/run"), "utf8");
    expect(ci).to.include("npm ci\n").and.to.include("npm test\n");
  });

  it("links to existing files", () => {
    const targets = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
    expect(targets).to.include("docs/images/session.svg");
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).to.deep.equal([]);
  });

  it("shows a session with the actual output", async () => {
    for (const step of readTranscript(README)) {
      if (!step.command.startsWith("npm ")) await expectStep(step, directory, node.url);
    }
  });
});
