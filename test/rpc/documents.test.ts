import { readFileSync } from "node:fs";
import { expect } from "chai";
import { rpcDocuments } from "../../src/rpc/documents.js";
import { ask } from "./support/http.js";
import { useRpc } from "./support/rpc-harness.js";

const ROOT = new URL("../../../", import.meta.url);

describe("the documents of the interface", () => {
  const rpc = useRpc();

  for (const [path, text] of rpcDocuments()) {
    it(`${path} matches the operations table (npm run generate)`, () => {
      expect(readFileSync(new URL(path, ROOT), "utf8")).to.equal(text);
    });
  }

  it("serves the OpenAPI document as it is checked in", async () => {
    const answer = await ask(rpc().url, "/openapi.json");
    expect(answer.text).to.equal(readFileSync(new URL("docs/openapi.json", ROOT), "utf8"));
  });
});
