import { useDocumentOnNode } from "./document-on-node.js";

describe("docs/deploying.md", () => {
  const document = useDocumentOnNode("deploying.md");

  it("brings a project to two networks, upgrades it and takes the upgrade back", () => document.follow());
});
