import { expect } from "chai";
import { commands } from "../../commands/index.js";
import { findRoute } from "../../src/cli/route.js";

describe("the way from words to a command", () => {
  it("takes the command's words out and leaves the rest in order", () => {
    expect(findRoute(["key", "new", "alice", "--quiet"], commands)).to.deep.equal({
      path: "key new",
      words: ["alice", "--quiet"],
    });
  });

  it("lets global flags stand before and between", () => {
    expect(findRoute(["--data-dir", "key", "key", "--json", "list"], commands)).to.deep.equal({
      path: "key list",
      words: ["--data-dir", "key", "--json"],
    });
  });

  it("stops at a group without a verb", () => {
    expect(findRoute(["key"], commands)).to.deep.equal({ path: "key", words: [] });
  });

  it("names the near command for an unknown one", () => {
    expect(() => findRoute(["key", "nwe"], commands))
      .to.throw("There is no command chainnode key nwe. ")
      .with.property("advice", "Did you mean new?");
  });
});
