import { expect } from "chai";
import { citationsOf, rulesOf } from "../support/protocol-citations.js";
import { filesCiting, readProtocolMap } from "../support/protocol-map.js";

describe("the rules of docs/protocol", () => {
  const { rules, pages, implementation, tests } = readProtocolMap();

  it("have sixteen pages, and numbers that are counted up from 1 on each page", () => {
    expect(pages).to.deep.equal(Array.from({ length: 16 }, (_, index) => String(index + 1)));
    const expected = pages.flatMap((page) => {
      const count = rules.filter(({ reference }) => reference.startsWith(`${page}.`)).length;
      return Array.from({ length: count }, (_, index) => `${page}.${index + 1}`);
    });
    expect(rules.map(({ reference }) => reference)).to.deep.equal(expected);
  });

  it("are there for every citation", () => {
    const known = new Set([...pages, ...rules.map(({ reference }) => reference)]);
    const unknown = [...implementation, ...tests].flatMap(([file, references]) =>
      [...references].filter((reference) => !known.has(reference)).map((reference) => `${file} ${reference}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  for (const [title, files] of [
    ["the implementation", implementation],
    ["a test", tests],
  ] as const) {
    it(`are each cited by ${title}`, () => {
      const cited = rules.filter(({ reference }) => filesCiting(reference, files).length > 0);
      expect(cited.map(({ reference }) => reference)).to.deep.equal(rules.map(({ reference }) => reference));
    });
  }
});

/** Inserted below, so that the citations in the samples do not count as citations of this file. */
const WORD = "PROTOCOL";

describe("the reader of citations", () => {
  const references = (source: string): readonly string[] =>
    citationsOf(source).map(({ reference }) => reference);

  it("finds rules and pages, alone, listed and as a range", () => {
    expect(references(`/** (${WORD} 7) and (${WORD} 2.7, 8.4 and 9.1); ${WORD} 8–10. */`)).to.deep.equal([
      "7",
      "2.7",
      "8.4",
      "9.1",
      "8",
      "9",
      "10",
    ]);
  });

  it("reads a citation that a comment breaks between two lines", () => {
    expect(references(`/**\n * As in ${WORD}\n * 7.12, of course.\n */`)).to.deep.equal(["7.12"]);
  });

  it("finds the rules of a page", () => {
    const page = "# 3. Keys\n\n**3.1** One.\n\n**3.2** Two,\nin two lines.\n";
    expect(rulesOf(new Map([["03-keys.md", page]]))).to.deep.equal([
      { reference: "3.1", page: "03-keys.md", text: "One." },
      { reference: "3.2", page: "03-keys.md", text: "Two," },
    ]);
  });
});
