import { expect } from "chai";
import { readFileSync } from "node:fs";
import { CHECKS } from "../../src/ops/health/checks.js";

describe("docs/operate.md", () => {
  const text = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");

  it("lists every health check with its condition", () => {
    const rows = [...text.matchAll(/^\| `([a-z_]+)` +\| (.+?) +\|$/gm)].map(([, name, summary]) => [
      name,
      summary,
    ]);
    expect(rows).to.deep.equal(CHECKS.map(({ name, summary }) => [name, summary]));
  });
});
