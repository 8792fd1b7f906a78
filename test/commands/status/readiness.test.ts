import { expect } from "chai";
import { ScriptedNode } from "../../client/scripted-node.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { askReadiness } from "../../../commands/status/readiness.js";

describe("the question whether a node is ready", () => {
  const node = new ScriptedNode();
  let url: string;
  before(async () => {
    url = await node.listen();
  });
  after(async () => node.close());

  it("ends at an answer without an end", async () => {
    node.script({ isEndless: true });
    const { details } = await expectRejection(askReadiness(url), "ANSWER_TOO_LARGE", "unreachable");
    expect(details).to.deep.equal({ limit: "1048576 bytes" });
  });
});
