import { expect } from "chai";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeTempDirectory } from "../support/temp-store.js";
import { readDockerfile, wordsOf } from "./dockerfile.js";
import { freePort } from "../support/free-port.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const POLL_MS = 300;

describe("the steps of deploy/docker/Dockerfile, in a plain directory", function () {
  this.timeout(1_800_000);
  const [build = [], run = []] = readDockerfile();
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
  });
  after(() => rm(directory, { recursive: true }));

  /** Where a directory of the image is here. */
  const placeOf = (path: string): string => {
    const copies = wordsOf(run, "COPY").map((words) => words.split(" ").slice(-2));
    const [from = ""] = copies.find(([, to = ""]) => path === to || path.startsWith(`${to}/`)) ?? [];
    const [, to = ""] = copies.find(([source]) => source === from) ?? [];
    const [workdir = ""] = wordsOf(build, "WORKDIR");
    return join(directory, from.slice(workdir.length), path.slice(to.length));
  };
  const commandOf = (name: string): readonly string[] => {
    const [words = ""] = wordsOf(run, name);
    const [program, ...rest] = JSON.parse(words.slice(words.indexOf("["))) as readonly string[];
    expect(program).to.equal("/nodejs/bin/node");
    return rest.map((word) => (word.startsWith("/app/") ? placeOf(word) : word));
  };

  it("build the package and its dependencies", () => {
    // What COPY takes from a checkout.
    execFileSync("tar", ["-x", "-C", directory], {
      input: execFileSync("git", ["archive", "HEAD"], { cwd: ROOT, maxBuffer: 1 << 30 }),
    });
    for (const step of wordsOf(build, "RUN")) {
      // The binding is compiled or downloaded where scripts run; here it is the one that the tests use.
      const isInstall = step.startsWith("npm ci");
      const offline = { npm_config_ignore_scripts: "true", npm_config_prefer_offline: "true" };
      const env = { ...process.env, ...(isInstall ? offline : {}) };
      const { status, stdout, stderr } = spawnSync("sh", ["-c", step], {
        cwd: directory,
        encoding: "utf8",
        env,
      });
      expect(status, `${step}\n${stdout}${stderr}`).to.equal(0);
      const binding = join("node_modules", "sqlite3", "build");
      if (isInstall) cpSync(join(ROOT, binding), join(directory, binding), { recursive: true });
    }
    expect(existsSync(placeOf("/app/dist/bin/chainnode.js"))).to.equal(true);
    expect(existsSync(placeOf("/app/node_modules/mocha")), "a dependency of the tests").to.equal(false);
    expect(existsSync(placeOf("/app/dist/test"))).to.equal(false);
  });

  it("make a node that is healthy, and that SIGTERM stops", async () => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const settings = Object.fromEntries(
      (wordsOf(run, "ENV")[0] ?? "").split(" ").map((pair) => pair.split("=")),
    );
    expect(settings["CHAINNODE_HOME"]).to.equal("/data");
    const env = {
      ...settings,
      PATH: process.env["PATH"],
      CHAINNODE_HOME: placeOf("/data"),
      CHAINNODE_PORT: String(port),
      CHAINNODE_OPS_PORT: String(opsPort),
    };
    mkdirSync(placeOf("/data"), { recursive: true });
    const init = [...commandOf("ENTRYPOINT"), "init", "--dev"];
    execFileSync(process.execPath, init, { env, stdio: "ignore" });
    const health = commandOf("HEALTHCHECK").map((word) => word.replace("9901", String(opsPort)));
    const check = (): number | null => spawnSync(process.execPath, health, { env }).status;
    expect(check(), "before the start").to.not.equal(0);
    const start = JSON.parse(wordsOf(run, "CMD")[0] ?? "") as readonly string[];
    const node = spawn(process.execPath, [...commandOf("ENTRYPOINT"), ...start], { env, stdio: "ignore" });
    const ended = once(node, "exit");
    while (check() !== 0) await setTimeout(POLL_MS);
    node.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });
});
