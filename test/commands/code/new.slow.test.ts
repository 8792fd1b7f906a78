import { expect } from "chai";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";

describe("A project of chainnode code new", () => {
  const directory = useTemporaryDirectory();

  it("has tests, which pass", async () => {
    const options = { directory: directory() };
    await runBinary(["code", "new", "token", "my-project"], options);
    const { stdout, code } = await runBinary(["code", "test", "my-project", "--json"], options);
    const { passed, failed } = JSON.parse(stdout) as Readonly<Record<"passed" | "failed", number>>;
    expect([code, failed]).to.deep.equal([0, 0]);
    expect(passed).to.be.greaterThan(0);
  });
});
