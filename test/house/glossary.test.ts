import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { exportedNames } from "../support/exported-names.js";
import { readProtocolMap } from "../support/protocol-map.js";
import { readSources } from "../support/read-sources.js";

const ROOT = new URL("../../../", import.meta.url);
const GLOSSARY = new URL("docs/glossary.md", ROOT);
const ENTRY = /^- \*\*(?<term>[^*]+)\*\*: (?<meaning>.+)\. (?<links>\[.+\))\. _Not: (?<avoided>[^_]+)\._$/;
const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

interface Entry {
  readonly term: string;
  readonly links: readonly (readonly [text: string, target: string])[];
  readonly avoided: readonly string[];
}

function readEntry(line: string): Entry {
  const { term = "", links = "", avoided = "" } = ENTRY.exec(line)?.groups ?? {};
  return {
    term,
    links: Array.from(links.matchAll(LINK), ([, text = "", target = ""]) => [text, target] as const),
    avoided: avoided.split(", "),
  };
}

/** `poolSize` and `POOL_SIZE` as ` pool size `. */
function toWords(name: string): string {
  return ` ${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, " ").toLowerCase()} `;
}

describe("the glossary", () => {
  const lines = readFileSync(GLOSSARY, "utf8").split("\n");
  const entries = lines.filter((line) => line.startsWith("- ")).map(readEntry);
  const terms = entries.map(({ term }) => term);

  it("has entries with a term, links and words to avoid, in order", () => {
    expect(terms.length).to.be.greaterThan(50);
    expect(terms).to.not.include("");
    expect(terms).to.deep.equal([...new Set(terms)].toSorted());
  });

  it("links rules and files that exist", () => {
    const { rules } = readProtocolMap();
    const pages = new Map(rules.map(({ reference, page }) => [reference, page]));
    for (const { term, links } of entries) {
      for (const [text, target] of links) {
        const isRule = /^\d/.test(text);
        expect(target, term).to.equal(isRule ? `protocol/${pages.get(text)}` : `../${text}`);
        expect(existsSync(new URL(target, GLOSSARY)), `${term}: ${target}`).to.equal(true);
      }
    }
  });

  it("avoids words that no exported name has", () => {
    const names = [...exportedNames(readSources("src", "commands")).keys()].map(toWords);
    const avoided = entries.flatMap((entry) => entry.avoided).filter((word) => !terms.includes(word));
    expect(avoided.filter((word) => names.some((name) => name.includes(` ${word} `)))).to.deep.equal([]);
  });

  it("is linked from the documents that one reads first", () => {
    for (const document of ["README.md", "ARCHITECTURE.md"])
      expect(readFileSync(new URL(document, ROOT), "utf8")).to.include("(docs/glossary.md)");
  });
});
