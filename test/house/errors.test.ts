import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ERRORS } from "../../commands/error-catalogue.js";
import { LINT_RULES } from "../../src/records/lint-rules.js";
import { withoutComments } from "../support/source-imports.js";

const ROOT = new URL("../../../", import.meta.url);

/** The only files that create errors: the class, the catalogue, and the reader of a node's errors. */
const CREATORS: ReadonlySet<string> = new Set([
  "src/codec/chain-error.ts",
  "src/codec/define-error.ts",
  "src/codec/error-member.ts",
]);

/** A text that is spelled as a code of two words or more, or that is compared with a code. */
const CODE = /"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"|\bcode [!=]== "([A-Z0-9]+)"/g;
/** Codes of Node.js and SQLite, and variables of the environment. */
const FOREIGN = /^E[A-Z]+$|^(?:ERR|HPE|SQLITE|CHAINNODE|XDG|BASH|CLICOLOR|NO_COLOR|NOTIFY)(?:_|$)/;

function sourceFiles(): readonly (readonly [string, string])[] {
  return ["src", "commands"].flatMap((directory) => {
    const url = new URL(`${directory}/`, ROOT);
    return readdirSync(fileURLToPath(url), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => [`${directory}/${path}`, readFileSync(new URL(path, url), "utf8")] as const);
  });
}

describe("the catalogue of errors", () => {
  it("has each code once", () => {
    const codes = ERRORS.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) < index)).to.deep.equal([]);
  });

  it("holds every definition of every room", () => {
    const defined = sourceFiles().flatMap(([, source]) =>
      Array.from(
        source.matchAll(/\b(?:defineError|madeElsewhere|ofABlock)\(\s*"([A-Z0-9_]+)"/g),
        ([, code]) => code,
      ),
    );
    expect(ERRORS.map(({ code }) => code)).to.have.members(defined);
    expect(defined.length).to.be.greaterThan(100);
  });

  it("advises what to do, and explains what has no text of its own", () => {
    for (const { code, definition } of ERRORS) {
      const isExplained = /^\{\w+\}$/.test(definition.text);
      expect(isExplained ? definition.about : definition.advice, code)
        .to.be.a("string")
        .and.not.equal("");
    }
  });

  it("has every code that the sources name", () => {
    const known = new Set([...ERRORS.map(({ code }) => code), ...Object.keys(LINT_RULES)]);
    const named = sourceFiles().flatMap(([path, source]) =>
      Array.from(withoutComments(source).matchAll(CODE), ([, long, code = long ?? ""]) => ({ path, code })),
    );
    const unknown = named.filter(({ code }) => !known.has(code) && !FOREIGN.test(code));
    expect(unknown).to.deep.equal([]);
    expect(named.length).to.be.greaterThan(ERRORS.length);
  });

  it("is the only source of errors", () => {
    const others = sourceFiles()
      .filter(([path, source]) => source.includes("new ChainError(") && !CREATORS.has(path))
      .map(([path]) => path);
    expect(others).to.deep.equal([]);
  });
});
