import { readFileSync } from "node:fs";
import { expect } from "chai";
import { importsOf, withoutComments } from "../support/source-imports.js";

const SOURCE = new URL("../../../src/", import.meta.url);

/** Collects every source file and every package that the client's entry brings into a browser's bundle. */
function bundle(): { files: ReadonlySet<string>; packages: ReadonlySet<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    files.add(file.href);
    for (const { specifier, isTypeOnly } of importsOf(readFileSync(file, "utf8"))) {
      if (isTypeOnly) continue;
      if (specifier.startsWith(".")) visit(new URL(specifier.replace(/\.js$/, ".ts"), file));
      else if (specifier === "#primitives") visit(new URL("codec/primitives.browser.ts", SOURCE));
      else packages.add(specifier.split("/", 2).join("/"));
    }
  };
  visit(new URL("client/index.ts", SOURCE));
  return { files, packages };
}

describe("the client in a browser's bundle", () => {
  const { files, packages } = bundle();

  it("contains only client, records, codec and @noble", () => {
    expect([...packages].toSorted()).to.deep.equal(["@noble/curves", "@noble/hashes"]);
    for (const file of files) expect(file).to.match(/\/src\/(client|records|codec)\//);
    expect(files.size).to.be.greaterThan(20);
  });

  it("uses nothing that only Node.js has", () => {
    for (const file of files) {
      const source = withoutComments(readFileSync(new URL(file), "utf8"));
      expect(source, file).to.not.match(/\b(Buffer|process|require|__dirname)\b[.(]/);
    }
  });
});
