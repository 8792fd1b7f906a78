import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { useTemporaryDirectory } from "../cli/binary.js";
import { expectPage } from "../support/transcript.js";

const LANGUAGE = fileURLToPath(new URL("../../../docs/language/", import.meta.url));

function readPage(name: string): string {
  return readFileSync(join(LANGUAGE, name), "utf8");
}

/** The slow suite runs the longer pages. */
describe("docs/language", () => {
  const directory = useTemporaryDirectory();

  it("prints what concepts.md says", () => expectPage(readPage("concepts.md"), directory(), null));

  it("executes what builder.md says", () => expectPage(readPage("builder.md"), directory(), null));

  it("names each export of the builder", () => {
    const index = readFileSync(join(LANGUAGE, "../../src/contract/index.ts"), "utf8");
    const names = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = ""]) =>
      list.split(",").map((name) => name.replace("type ", "").trim()),
    );
    const prose = readPage("builder.md").replaceAll(/^```[^]*?^```$/gm, "");
    const shown = new Set(
      [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.match(/\w+/g) ?? []),
    );
    expect(names).to.include("universal");
    expect(names.filter((name) => name !== "" && !shown.has(name))).to.deep.equal([]);
  });

  it("points at files that are there", () => {
    for (const name of [
      "tutorial.md",
      "upgrade.md",
      "concepts.md",
      "coming-from.md",
      "traps.md",
      "examples.md",
      "operators.md",
      "builder.md",
    ]) {
      const targets = [...readPage(name).matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
      expect(targets).to.not.deep.equal([]);
      expect(targets.filter((target) => !existsSync(join(LANGUAGE, target)))).to.deep.equal([]);
    }
  });
});
