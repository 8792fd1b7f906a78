import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commands } from "../../commands/index.js";
import { generateFiles } from "../../src/cli/help/generate.js";
import { skipWithout } from "../support/skip.js";
import { slowly } from "../support/slowly.js";

const ROOT = new URL("../../../", import.meta.url);
const STALE = "is stale: run npm run generate";

describe("the files generated from the command tree", () => {
  let files: ReadonlyMap<string, string>;
  before(async () => {
    files = await generateFiles(commands);
  });

  it("are checked in and up to date", () => {
    for (const [path, text] of files) {
      expect(readFileSync(new URL(path, ROOT), "utf8") === text, `${path} ${STALE}`).to.equal(true);
    }
  });

  it("have no page or schema of a command that does not exist", () => {
    const pages = ["man/", "docs/schemas/"].flatMap((directory) =>
      readdirSync(new URL(directory, ROOT)).map((name) => directory + name),
    );
    expect(pages.toSorted()).to.deep.equal(
      [...files.keys()].filter((path) => /^(?:man|docs\/schemas)\//.test(path)).toSorted(),
    );
  });

  it("have every manual page in package.json, from which npm installs them", () => {
    const { man } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as {
      readonly man: readonly string[];
    };
    expect(man).to.deep.equal([...files.keys()].filter((path) => path.startsWith("man/")));
  });

  slowly("are read by man without a warning", function () {
    skipWithout(this, "man");
    const pages = [...files.keys()].filter((path) => path.startsWith("man/"));
    const paths = pages.map((path) => fileURLToPath(new URL(path, ROOT)));
    const { status, stdout, stderr } = spawnSync("man", ["--warnings", "--local-file", ...paths], {
      encoding: "utf8",
      env: { ...process.env, MANWIDTH: "80", MANPAGER: "cat" },
      maxBuffer: 1 << 26,
    });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: "" });
    expect(stdout).to.include("CHAINNODE-KEY-NEW(1)").and.to.include("CHAINNODE.TOML(5)");
  });
});
