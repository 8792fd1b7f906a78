import { expect } from "chai";
import { bundleOf, NODE_ONLY } from "../support/browser-bundle.js";

describe("chainnode/contract in a browser's bundle", () => {
  const { files, packages } = bundleOf("contract/index.ts");

  it("contains only contract, records and codec, and no package", () => {
    expect([...packages]).to.deep.equal([]);
    for (const file of files.keys()) expect(file).to.match(/\/src\/(contract|records|codec)\//);
    expect(files.size).to.be.greaterThan(20);
  });

  it("uses nothing that only Node.js has", () => {
    for (const [file, source] of files) expect(source, file).to.not.match(NODE_ONLY);
  });
});
