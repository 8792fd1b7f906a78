import { expect } from "chai";
import { useDocumentOnNode } from "./document-on-node.js";

describe("docs/debugging.md", () => {
  const document = useDocumentOnNode("debugging.md");

  it("shows a session with the actual output", async () => {
    expect(document.steps.filter(({ typed }) => typed.length > 0)).to.have.lengthOf(4);
    await document.follow();
  });
});
