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

  it("points at files that are there", () => {
    for (const name of [
      "tutorial.md",
      "upgrade.md",
      "concepts.md",
      "traps.md",
      "examples.md",
      "operators.md",
    ]) {
      const targets = [...readPage(name).matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
      expect(targets).to.not.deep.equal([]);
      expect(targets.filter((target) => !existsSync(join(LANGUAGE, target)))).to.deep.equal([]);
    }
  });
});
