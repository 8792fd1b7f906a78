import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

const ROOT = new URL("../../../", import.meta.url);
const DIRECTORIES = ["bin", "commands", "deploy", "docs", "examples", "man", "src", "test", "tools"];
/** The one file that has to write the phrases down. */
const LIST = "test/house/phrases.test.ts";

/** Phrases that stop a reader, each with what to write instead. */
const AVOIDED: Readonly<Record<string, string>> = {
  whoever: "name the actor: the caller, a relay, a user",
  whomever: "name the actor",
  nobody: "name what is missing: no node, no peer, no user",
  somebody: "name the actor",
  anybody: "name the actor",
  everybody: "name the actors",
  "for want of": "without",
  "take it for": "treat it as",
  "takes it for": "treats it as",
  "took it for": "treated it as",
  "is none": "say what is missing: no node runs",
  "are none": "say what is missing",
  "was none": "say what was missing",
  "were none": "say what was missing",
  "be it": "write two cases or a list",
  lest: "so that … does not",
  whilst: "while",
  amongst: "among",
  whence: "from which",
  thereof: "of it",
  hereby: "leave it out",
  anew: "again",
  "for ever": "always, without limit",
  "as ever": "as before",
  "of worth": "of value",
};

/** A phrase also matches across a line break, with the mark of a comment in between. */
const PATTERN = new RegExp(
  `\\b(?:${Object.keys(AVOIDED)
    .map((phrase) => phrase.replaceAll(" ", "(?:\\s+(?:\\*|//)?\\s*)"))
    .join("|")})\\b`,
  "gi",
);

/** The places of avoided phrases in a text, each with the advice. */
function findPhrases(text: string): readonly string[] {
  return Array.from(text.matchAll(PATTERN), ({ 0: match, index }) => {
    const phrase = match.toLowerCase().replaceAll(/\s+(?:\*|\/\/)?\s*/g, " ");
    return `${text.slice(0, index).split("\n").length}: "${phrase}": ${AVOIDED[phrase]}`;
  });
}

/** Sources, tests, documents and manual pages. Recordings are in JSON, which is not read. */
function readTexts(): ReadonlyMap<string, string> {
  const nested = DIRECTORIES.flatMap((directory) =>
    readdirSync(new URL(`${directory}/`, ROOT), { recursive: true, encoding: "utf8" }).map(
      (path) => `${directory}/${path.replaceAll("\\", "/")}`,
    ),
  );
  const paths = [...readdirSync(ROOT), ...nested].filter((path) => /\.(?:tsx?|md|yml|\d)$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, ROOT), "utf8")]));
}

describe("the English of the project", () => {
  it("has none of the phrases that stop a reader", () => {
    const texts = readTexts();
    expect(texts.size).to.be.greaterThan(1000);
    const found = [...texts]
      .filter(([path]) => path !== LIST)
      .flatMap(([path, text]) => findPhrases(text).map((place) => `${path}:${place}`));
    expect(found).to.deep.equal([]);
  });

  it("is searched across line breaks and comment marks, in any case, by whole words", () => {
    expect(findPhrases("The answer\n * is\n * none.\n// Lest it fails.")).to.deep.equal([
      '2: "is none": say what is missing: no node runs',
      '4: "lest": so that … does not',
    ]);
    expect(findPhrases("the latest tip is nonempty; whoeverElse")).to.deep.equal([]);
  });
});
