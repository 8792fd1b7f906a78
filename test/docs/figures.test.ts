import { expect } from "chai";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { FIGURE_DOCUMENTS, readDocument, withFigures, withoutFigures } from "../bench/figure-documents.js";
import { drawGrowth } from "../bench/growth-picture.js";
import { GROWTH_PICTURE, readResults } from "../bench/results.js";

const DOCS = readdirSync(new URL("../../../docs/", import.meta.url))
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file}`);

/** Speeds, and times and shares of a processor. */
const SPEED =
  /\d(?:[\d,.–]*\d)?\s*(?:[kKM]i?B|MB|GB|\w+)?\s*(?:(?:\w+ ){0,3}(?:a|per|each) second|\w*\/s|µs|ms of processor|% of a core|times as (?:fast|slow))(?![\w/])/g;

/** What a text says of a load that is offered, a limit or the protocol, and not of a measured speed. */
const SET: readonly RegExp[] = [
  /\n1,500 transfers a second$/,
  /_ONLY=long` is another one, 2,000 a second$/,
  /The rate rises from 500 to 16,000 a second$/,
  /\*\*2,000 a second$/,
  /a node that allows 20 a second$/,
  /One address may make 500 requests a second$/,
];

/** The speeds that a document claims by itself. */
function claimedSpeeds(document: string): readonly string[] {
  const text = withoutFigures(document).replace(/```[^]*?```/g, "");
  const claims = Array.from(text.matchAll(SPEED), ({ index, 0: claim }) =>
    text.slice(Math.max(0, index - 40), index + claim.length),
  );
  return claims.filter((claim) => !SET.some((set) => set.test(claim)));
}

describe("the figures of the documents", () => {
  for (const path of FIGURE_DOCUMENTS) {
    it(`are those of bench-results.json in ${path}`, async () => {
      const document = await readDocument(path);
      expect(withoutFigures(document)).not.to.equal(document);
      expect(document).to.equal(withFigures(document, await readResults()));
    });
  }

  it("are in the plot of docs/performance.md", async () => {
    const { growth = [] } = await readResults();
    expect(growth).to.have.length.above(0);
    expect(await readFile(GROWTH_PICTURE, "utf8")).to.equal(drawGrowth(growth));
  });

  for (const path of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", ...DOCS]) {
    it(`are not written by hand in ${path}`, async () => {
      expect(claimedSpeeds(await readDocument(path))).to.deep.equal([]);
    });
  }

  it("are found where they are written by hand", () => {
    for (const claim of [
      "commits 1,900 transfers a second",
      "15,000 GetBalance a second",
      "3,935–3,969 a second",
      "takes 50 µs",
      "64 ms of processor",
      "4.9 % of a core",
      "110 MB a second",
      "28,349 requests/s",
      "120 tx/s",
      "2 MB/s",
      "7,000 transactions per second",
    ])
      expect(claimedSpeeds(`It ${claim}.`), claim).to.have.length(1);
  });
});
