import { expect } from "chai";
import { bundleOf, NODE_ONLY } from "../support/browser-bundle.js";

describe("the client in a browser's bundle", () => {
  const { files, packages } = bundleOf("client/index.ts");

  it("contains only client, records, codec and @noble", () => {
    expect([...packages].toSorted()).to.deep.equal(["@noble/curves", "@noble/hashes"]);
    for (const file of files.keys()) expect(file).to.match(/\/src\/(client|records|codec)\//);
    expect(files.size).to.be.greaterThan(20);
  });

  it("uses nothing that only Node.js has", () => {
    for (const [file, source] of files) expect(source, file).to.not.match(NODE_ONLY);
  });
});
