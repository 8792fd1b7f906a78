import { execFile } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory } from "../support/temp-store.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const DEFAULT_URL = "http://127.0.0.1:9900";
/** Stands for a line, or for several, that are different every time. */
const ANYTHING = "…";

interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

/** The commands of the console blocks with what they are said to print, in the README's order. */
function transcript(): readonly Step[] {
  const steps: { command: string; output: string[] }[] = [];
  for (const [, body = ""] of README.matchAll(/^```console\n([^]*?)^```$/gm)) {
    for (const line of body.split("\n").slice(0, -1)) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: [] });
      else steps.at(-1)?.output.push(line);
    }
  }
  return steps;
}

function run(command: string, directory: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("sh", ["-c", command], { cwd: directory, env: environment }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command}: ${stdout}${stderr}`));
    });
  });
}

function toPattern(output: readonly string[]): RegExp {
  const lines = output.map((line) =>
    line.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(ANYTHING, "[^]*"),
  );
  return new RegExp(`^${lines.join("\n")}\n?$`);
}

describe("README.md", () => {
  let directory: string;
  let node: DevProcess;

  before(async () => {
    directory = await makeTempDirectory();
    node = await startDevProcess(join(directory, "node"));
    const binary = join(directory, "chainnode");
    writeFileSync(binary, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}dist/bin/chainnode.js' "$@"\n`);
    chmodSync(binary, 0o755);
    for (const [, file = "", body = ""] of README.matchAll(/^```json (\S+)\n([^]*?)^```$/gm)) {
      writeFileSync(join(directory, file), body);
    }
  });
  after(async () => {
    await node.kill();
    rmSync(directory, { recursive: true });
  });

  it("tells a newcomer the two lines that CI runs as well", () => {
    const commands = transcript().map(({ command }) => command);
    expect(commands).to.include.members(["npm ci && npm start", "npm ci && npm test"]);
    const scripts = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts.scripts["start"]).to.match(/chainnode\.js start --dev$/);
    const ci = readFileSync(join(ROOT, ".ci/run"), "utf8");
    expect(ci).to.include("npm ci\n").and.to.include("npm test\n");
  });

  it("shows a session that goes as it says", async () => {
    const environment = {
      PATH: `${directory}:${process.env["PATH"] ?? ""}`,
      CHAINNODE_RPC: node.url,
      CHAINNODE_HOME: join(directory, "user"),
    };
    for (const { command, output } of transcript()) {
      if (command.startsWith("npm ")) continue;
      const printed = await run(command.replaceAll(DEFAULT_URL, node.url), directory, environment);
      expect(printed, command).to.match(toPattern(output));
    }
  }).timeout(60_000);
});
