import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Builds the package of the last commit and returns the path of its tarball. The build runs on a copy of the commit's
 * files in `directory`, with the dependencies that are installed here: nothing else in the working directory gets into
 * the package. Throws when there is no repository, or when the build fails.
 */
export function packCommit(directory: string): string {
  const copy = join(directory, "commit");
  mkdirSync(copy, { recursive: true });
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", copy], { input: archive });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const printed = execFileSync("npm", ["pack", "--json", "--pack-destination", directory], {
    cwd: copy,
    encoding: "utf8",
    // The output of the build comes first.
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(printed.slice(printed.indexOf("[\n"))) as readonly {
    readonly filename: string;
  }[];
  if (packed === undefined) throw new Error("npm pack named no file. ");
  return join(directory, packed.filename);
}
