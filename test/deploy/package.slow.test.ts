import { expect } from "chai";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packCommit } from "../../tools/release/pack-commit.js";
import { makeTempDirectory } from "../support/temp-store.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PACKAGE = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const { version } = PACKAGE;
const TYPES = `@types/node@${PACKAGE.devDependencies["@types/node"]}`;

describe("the npm package", () => {
  let directory: string;
  let prefix: string;
  before(async () => {
    directory = await makeTempDirectory();
    prefix = join(directory, "prefix");
  });
  after(() => rm(directory, { recursive: true }));

  const run = (words: readonly string[]): string =>
    execFileSync(join(prefix, "bin", "chainnode"), words, { encoding: "utf8", env: environment() });
  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    HOME: directory,
    CHAINNODE_HOME: join(directory, "node"),
  });

  it("has the same bytes in every build of a commit", () => {
    const [one, two] = [packCommit(join(directory, "one")), packCommit(join(directory, "two"))];
    expect(readFileSync(one).equals(readFileSync(two))).to.equal(true);
    expect(one).to.match(new RegExp(`chainnode-${version}\\.tgz$`));
  });

  it("installs for all users, with its manual", () => {
    const file = join(directory, "one", `chainnode-${version}.tgz`);
    // The binding is compiled or downloaded where scripts run; here it is the one that the tests use.
    execFileSync(
      "npm",
      ["install", "--global", "--prefix", prefix, "--ignore-scripts", "--prefer-offline", file],
      {
        stdio: "ignore",
      },
    );
    const modules = join(prefix, "lib", "node_modules", "chainnode");
    const binding = ["node_modules", "sqlite3", "build"];
    cpSync(join(ROOT, ...binding), join(modules, ...binding), { recursive: true });
    expect(run(["--version"])).to.equal(`${version}\n`);
    for (const page of ["chainnode.1", "chainnode-start.1"])
      expect(existsSync(join(prefix, "share", "man", "man1", page)), page).to.equal(true);
    expect(existsSync(join(prefix, "share", "man", "man5", "chainnode.toml.5"))).to.equal(true);
    expect(existsSync(join(modules, "deploy", "systemd", "chainnode.service"))).to.equal(true);
    expect(existsSync(join(modules, "dist", "test"))).to.equal(false);
  });

  for (const [title, version] of [
    ["the oldest TypeScript that docs/client.md names", "5.4"],
    ["the newest TypeScript", "latest"],
  ] as const)
    it(`compiles in a strict project without skipLibCheck, with ${title}`, function () {
      const project = join(directory, `typescript-${version}`);
      mkdirSync(project);
      writeFileSync(join(project, "package.json"), '{ "type": "module" }');
      const packages = [
        join(directory, "one", `chainnode-${PACKAGE.version}.tgz`),
        `typescript@${version}`,
        TYPES,
      ];
      execFileSync("npm", ["install", "--ignore-scripts", "--prefer-offline", ...packages], {
        cwd: project,
        stdio: "ignore",
      });
      const entries = Object.keys(PACKAGE.exports).filter((entry) => !entry.endsWith(".json"));
      const lines = entries.map(
        (entry, index) => `export * as e${index} from "${join(PACKAGE.name, entry)}";`,
      );
      writeFileSync(join(project, "user.ts"), lines.join("\n"));
      for (const module of ["NodeNext", "ESNext"]) {
        const resolution = module === "ESNext" ? "Bundler" : module;
        const options = [
          "--strict",
          "--skipLibCheck",
          "false",
          "--noEmit",
          "--target",
          "ES2022",
          "--types",
          "node",
        ];
        const words = [...options, "--module", module, "--moduleResolution", resolution, "user.ts"];
        const compiler = join(project, "node_modules", "typescript", "bin", "tsc");
        const { status, stdout } = spawnSync(process.execPath, [compiler, ...words], {
          cwd: project,
          encoding: "utf8",
        });
        expect([status, stdout], module).to.deep.equal([0, ""]);
      }
    });

  it("completes in a shell, and runs a node", async () => {
    expect(run(["completion", "install", "bash"])).to.include("completions/chainnode");
    expect(run(["__complete", "key", "ex"])).to.equal("export\n");
    const node = spawn(join(prefix, "bin", "chainnode"), ["start", "--dev", "--port", "0", "--json"], {
      env: environment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(node, "exit");
    expect(String(await once(node.stdout, "data"))).to.include('"rpc"');
    expect(run(["block", "count"])).to.match(/^[1-9][0-9]*\n$/);
    node.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });
});
