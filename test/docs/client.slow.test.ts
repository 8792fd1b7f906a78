import { existsSync } from "node:fs";
import { expect } from "chai";
import { useDocumentOnNode } from "./document-on-node.js";

describe("docs/client.md", () => {
  const document = useDocumentOnNode("client.md");

  it("prints what it shows", async () => {
    expect(document.steps.length).to.be.greaterThan(4);
    await document.follow();
  });

  it("points at files that are there", () => {
    const targets = [...document.text.matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
    const isThere = (target: string): boolean =>
      existsSync(new URL(`../../../docs/${target}`, import.meta.url));
    expect(targets.filter((target) => !isThere(target))).to.deep.equal([]);
  });
});
