import { expect } from "chai";
import { runBinary, type Ended } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";

describe("The commands on a node's data directory", () => {
  const fixture = useDevProcess();
  const chainnode = (...words: string[]): Promise<Ended> =>
    runBinary([...words, "--data-dir", fixture.directory, "--json"]);

  it("status: shows the running node", async () => {
    const { code, stdout } = await chainnode("status");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ pid: fixture.node.process.pid, height: 3, mining: false });
    expect(JSON.parse(stdout)).to.have.property("rpc").that.deep.equals([fixture.node.url]);
  });

  it("stop: ends it, and has waited for its end", async () => {
    const { code } = await chainnode("stop");
    expect(code).to.equal(0);
    expect(fixture.node.process.exitCode).to.equal(0);
  });

  it("both: tell that no node runs, exit code 3", async () => {
    for (const command of ["status", "stop"]) {
      const { code, stderr } = await chainnode(command);
      expect(code, command).to.equal(3);
      expect(stderr).to.include("NODE_NOT_RUNNING");
    }
  });
});
