/** Whether the last commit can be released: `npm run release-check`. Prints each fault; exits with 1 when one fails. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packCommit } from "./pack-commit.js";
import { releaseFaults, type ReleaseFacts } from "./release-faults.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

function output(program: string, words: readonly string[]): string {
  return spawnSync(program, words, { cwd: ROOT, encoding: "utf8" }).stdout.trim();
}

function succeeds(script: string): boolean {
  return spawnSync("npm", ["run", "--silent", script], { cwd: ROOT, stdio: "inherit" }).status === 0;
}

function isReproducible(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "chainnode-release-"));
  try {
    const [one, two] = ["one", "two"].map((name) => readFileSync(packCommit(join(directory, name))));
    return one !== undefined && two !== undefined && one.equals(two);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const about = JSON.parse(read("package.json")) as {
  readonly version: string;
  readonly repository?: { readonly url: string };
};
const lock = JSON.parse(read("package-lock.json")) as { readonly version: string };
const facts: ReleaseFacts = {
  version: about.version,
  lockVersion: lock.version,
  changelog: read("CHANGELOG.md"),
  repository: about.repository?.url ?? null,
  tags: output("git", ["tag", "--points-at", "HEAD"]).split("\n"),
  changes: output("git", ["status", "--porcelain"]),
};
/** Prints a fault when it is found: the tests after it take an hour. */
function report(fault: string): void {
  process.exitCode = 1;
  process.stdout.write(`- ${fault}\n`);
}

releaseFaults(facts).forEach(report);
for (const script of ["lint", "format:check", "test", "test:slow"])
  if (!succeeds(script)) report(`npm run ${script} fails`);
if (!isReproducible()) report("two builds of the package differ");
if (process.exitCode === undefined) process.stdout.write(`chainnode ${about.version} can be released.\n`);
