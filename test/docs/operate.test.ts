import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { CHECKS } from "../../src/ops/health/checks.js";
import { makeTempDirectory } from "../support/temp-store.js";

/** Stands for the binary: its backup is a directory with a file, and each check succeeds. */
const CHAINNODE = `#!/bin/sh
set -eu
[ "$2" = check ] || { mkdir "$3" && echo chain > "$3/chain.db"; }
`;

describe("docs/operate.md", () => {
  const text = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");

  it("lists every health check with its condition", () => {
    const rows = [...text.matchAll(/^\| `([a-z_]+)` +\| (.+?) +\|$/gm)].map(([, name, summary]) => [
      name,
      summary,
    ]);
    expect(rows).to.deep.equal(CHECKS.map(({ name, summary }) => [name, summary]));
  });

  describe("the script that makes backups", () => {
    let directory: string;
    let home: string;
    beforeEach(async () => {
      directory = await makeTempDirectory();
      home = join(directory, "my back ups");
      mkdirSync(home);
      writeFileSync(join(directory, "chainnode"), CHAINNODE);
      chmodSync(join(directory, "chainnode"), 0o755);
      writeFileSync(join(directory, "backup.sh"), /^```sh backup\.sh\n([^]*?)^```$/m.exec(text)?.[1] ?? "");
    });
    afterEach(() => rm(directory, { recursive: true }));

    function makeDirectories(...names: readonly string[]): void {
      for (const name of names) {
        mkdirSync(join(home, name));
        writeFileSync(join(home, name, "file"), "");
      }
    }
    /** Runs it with the working directory `home`, and returns the name of the new backup. */
    function backUp(to: string): string {
      const earlier = new Set(readdirSync(home));
      const PATH = `${directory}:${process.env["PATH"]}`;
      execFileSync("sh", [join(directory, "backup.sh"), to], { cwd: home, env: { ...process.env, PATH } });
      const [made = "", ...others] = readdirSync(home).filter((name) => !earlier.has(name));
      expect(others).to.deep.equal([]);
      return made;
    }
    function dayName(day: number): string {
      return `chainnode-2001010${day}-000000`;
    }

    it("keeps everything but its own backups before the last seven", () => {
      const foreign = [
        "Desktop",
        "a b",
        "20010101-000000",
        "chainnode",
        "chainnode-20010101-000000 old",
        "zzz",
      ];
      makeDirectories(...foreign, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(dayName));
      writeFileSync(join(home, "chainnode-20010101-000001"), "a file");
      const made = backUp(".");
      expect(made).to.match(/^chainnode-\d{8}-\d{6}$/);
      const kept = [4, 5, 6, 7, 8, 9].map(dayName);
      expect(readdirSync(home)).to.have.members([...foreign, "chainnode-20010101-000001", ...kept, made]);
      expect(readdirSync(join(home, made))).to.deep.equal(["chain.db"]);
    });

    it("keeps the new backup when others have later dates", () => {
      const later = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `chainnode-9999010${day}-000000`);
      makeDirectories(...later);
      const made = backUp(home);
      expect(readdirSync(home)).to.have.members([...later.slice(1), made]);
    });

    it("removes a link, and not what it names", () => {
      makeDirectories("elsewhere", ...[2, 3, 4, 5, 6, 7, 8].map(dayName));
      symlinkSync("elsewhere", join(home, dayName(1)));
      backUp(home);
      expect(readdirSync(home)).not.to.include(dayName(1));
      expect(readdirSync(join(home, "elsewhere"))).to.deep.equal(["file"]);
    });
  });
});
