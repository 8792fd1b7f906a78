import { expect } from "chai";
import { commands } from "../../commands/index.js";
import { findRoute } from "../../src/cli/route.js";

describe("the route from words to a command", () => {
  it("separates the command's words and keeps the rest in order", () => {
    expect(findRoute(["key", "new", "alice", "--quiet"], commands)).to.deep.equal({
      path: "key new",
      words: ["alice", "--quiet"],
    });
  });

  it("allows global flags before and between", () => {
    expect(findRoute(["--data-dir", "key", "key", "--json", "list"], commands)).to.deep.equal({
      path: "key list",
      words: ["--data-dir", "key", "--json"],
    });
  });

  it("stops at a group without a verb", () => {
    expect(findRoute(["key"], commands)).to.deep.equal({ path: "key", words: [] });
  });

  it("suggests a similar command for an unknown one", () => {
    expect(() => findRoute(["key", "nwe"], commands))
      .to.throw("There is no command chainnode key nwe.")
      .with.property("advice", "Did you mean new? List the commands: chainnode key --help");
  });
});
