import { expect } from "chai";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import type { Ended } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { useDevProcess } from "../support/dev-process.js";
import { startNodeProcess } from "../support/node-process.js";

describe("The commands on a node's data directory", () => {
  const fixture = useDevProcess();
  const chainnode = (...words: string[]): Promise<Ended> =>
    runInProcess([...words, "--data-dir", fixture.directory, "--json"]);

  it("status: shows the running node", async () => {
    const { code, stdout } = await chainnode("status");
    expect(code).to.equal(0);
    const { sync_limit: height } = await createClient({ url: fixture.node.url }).round();
    const { pid } = fixture.node.process;
    expect(JSON.parse(stdout)).to.include({ running: true, pid, height, mining: false, fault: null });
    expect(JSON.parse(stdout)).to.have.property("rpc").that.deep.equals([fixture.node.url]);
    const { address } = JSON.parse(stdout) as { readonly address: string };
    expect(JSON.parse(stdout)).to.deep.include({
      syncing: null,
      peers: 0,
      known_hosts: 0,
      round: { height: height + 1, validators: [address], own_slots: [1], chunks: 0, hypotheses: 0 },
    });
  });

  it("status: shows the validators, and that the node is not syncing", async () => {
    const { code, stdout } = await runInProcess(["status", "--data-dir", fixture.directory]);
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^validator\tyes: slot 1 of 1$/m)
      .and.to.match(/^catching up\tno$/m);
  });

  it("status --rpc: shows the public facts of a node, and names those that are not public", async () => {
    const ask = (...words: string[]): Promise<Ended> =>
      runInProcess(["status", "--rpc", fixture.node.url, ...words]);
    const { code, stdout, stderr } = await ask("--json");
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    const own = JSON.parse((await chainnode("status")).stdout) as Record<string, unknown>;
    const remote = JSON.parse(stdout) as Record<string, unknown>;
    for (const name of ["network", "fixed_height", "peers", "known_hosts", "pool", "mining"])
      expect(remote[name], name).to.equal(own[name]);
    expect(remote).to.include({ running: true });
    expect(remote["rpc"]).to.deep.equal([fixture.node.url]);
    expect(remote["not_told"]).to.include.members(["pid", "uptime", "round"]);
    expect(
      Object.keys({ ...remote, ...Object.fromEntries((remote["not_told"] as string[]).map((n) => [n, 0])) }),
    ).to.include.members(Object.keys(own));
    expect((await ask()).stdout).to.match(/^owner only\tready, verdict, problems, pid, version/m);
    expect(await runInProcess(["status", "--rpc", "http://127.0.0.1:1"])).to.include({ code: 3, stdout: "" });
    // The data directory on the command line takes precedence over the environment.
    const beside = await runInProcess(["status", "--data-dir", fixture.directory, "--json"], {
      environment: { CHAINNODE_RPC: "http://127.0.0.1:1" },
    });
    expect(JSON.parse(beside.stdout)).to.have.property("pid");
  });

  it("status --wait: waits for a node that does not run yet, and ends with its last look when the time is over", async () => {
    const directory = join(fixture.directory, "later");
    const words = ["status", "--data-dir", directory, "--wait", "--json"];
    const waiting = runInProcess([...words, "--timeout", "120"]);
    const node = await startNodeProcess(directory, ["--dev"]);
    try {
      const { code, stdout } = await waiting;
      expect(code).to.equal(0);
      expect(JSON.parse(stdout)).to.include({ running: true, ready: true, pid: node.process.pid });
    } finally {
      await node.stop();
    }
    const { code, stdout } = await runInProcess([...words, "--timeout", "0"]);
    expect(code).to.equal(3);
    expect(JSON.parse(stdout)).to.include({ running: false });
  });

  it("genesis: is refused when the chain has blocks, exit code 1", async () => {
    const { code, stderr } = await chainnode("genesis", "--preset", "dev");
    expect(code).to.equal(1);
    expect(stderr).to.include("NETWORK_BEGUN");
  });

  it("stop: ends the node and waits for its end", async () => {
    const { code } = await chainnode("stop");
    expect(code).to.equal(0);
    expect(fixture.node.process.exitCode).to.equal(0);
  });

  it("both: report that no node runs, exit code 3", async () => {
    for (const command of ["status", "stop"]) {
      const { code, stderr } = await chainnode(command);
      expect(code, command).to.equal(3);
      expect(stderr).to.include("NODE_NOT_RUNNING");
    }
  });

  it("status: shows the heights of a stopped node's chain", async () => {
    const { stdout } = await chainnode("status");
    const height = Number((await chainnode("block", "count")).stdout);
    expect(height).to.be.greaterThan(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      running: false,
      network: "CHAINNODE DEVELOPMENT NETWORK",
      rules: 1,
      height,
      resource_height: 0,
      fixed_height: 0,
      fault: null,
    });
    expect((await runInProcess(["status", "--data-dir", `${fixture.directory}/none`])).stdout).to.equal("");
  });
});
