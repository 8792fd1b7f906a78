import { beginOnRequest } from "../../../src/node/begin-network.js";
import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Health } from "../../../src/ops/health/health.js";
import { createAdminRoutes } from "../../../src/ops/admin/admin-routes.js";
import { openAdminServer, type AdminServer } from "../../../src/ops/admin/admin-server.js";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { writeNetworkFile } from "../../../src/data/directory/network-file.js";
import { devNetwork } from "../../../src/data/dev-network.js";
import { createIdentity } from "../../../src/data/directory/identity.js";
import type { Node } from "../../../src/node/node.js";
import { createRpcServer, type RpcServer } from "../../../src/rpc/server.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { PeerNodes } from "../../support/peer-nodes.js";
import { makeTempDirectory } from "../../support/temp-store.js";

/** The code of the error that a command with --json printed. */
function errorIn({ stderr }: { readonly stderr: string }): unknown {
  const { error } = JSON.parse(stderr.split("\n").at(-2) ?? "") as {
    readonly error: { readonly code: unknown };
  };
  return error.code;
}

describe("chainnode peer", () => {
  const nodes = new PeerNodes(1_800_000_000_000_000);
  const errors: unknown[] = [];
  let node: Node;
  let other: Node;
  let directory: string;
  let admin: AdminServer;
  let rpc: RpcServer;
  let url: string;

  before(async () => {
    const network = devNetwork(createIdentity());
    node = await nodes.open("a:1", { network });
    other = await nodes.open("b:1", { network });
    directory = await makeTempDirectory();
    rpc = createRpcServer({
      engine: node,
      host: "127.0.0.1",
      port: 0,
      onError: (error) => errors.push(error),
    });
    [url = ""] = await rpc.listen();
    admin = await openAdminServer(
      join(directory, "admin.sock"),
      createAdminRoutes({
        node,
        begin: (preset) => beginOnRequest(node, preset),
        health: new Health(node, null),
        isServing: () => true,
        rpc: [url],
        ops: null,
        explorer: () => null,
        reload: async () => null,
        metrics: async () => "",
        lastLines: () => [],
        version: "1.2.3",
        projection: () => null,
        stop: () => undefined,
      }),
    );
  });
  after(async () => {
    await admin.close();
    await rpc.close(0);
    await nodes.stop();
    await rm(directory, { recursive: true });
    expect(errors).to.deep.equal([]);
  });

  it("register: offers a host, which is only queued (PROTOCOL 12.4)", async () => {
    const words = ["peer", "register", "b:1", "--rpc", url];
    expect(await runInProcess(words)).to.include({ code: 0, stdout: "b:1 is queued.\n" });
    expect((await runInProcess(["peer", "list", "--rpc", url, "--json"])).stdout.trim()).to.equal(
      '{"peers":[],"known_hosts":[]}',
    );
  });

  it("register: reports that the host is refused, exit 1", async () => {
    const { code, stderr } = await runInProcess(["peer", "register", "no host", "--rpc", url]);
    expect(code).to.equal(1);
    expect(stderr).to.include("The node does not accept the host.");
  });

  it("add: adds a host that authenticates, and shows it (PROTOCOL 12.3)", async () => {
    const { code, stdout } = await runInProcess(["peer", "add", "b:1", "--data-dir", directory, "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ host: "b:1", address: other.identity.peer.address });
  });

  it("add: reports why a host is not a peer", async () => {
    const alone = await runInProcess(["peer", "add", "c:1", "--data-dir", directory]);
    expect(alone.code).to.equal(3);
    const itself = await runInProcess(["peer", "add", "a:1", "--data-dir", directory]);
    expect(itself.code).to.equal(1);
    expect(itself.stderr).to.include("The host is this node itself.");
  });

  it("check: reports the state of each peer, and changes nothing", async () => {
    const { code, stdout } = await runInProcess(["peer", "check", "--data-dir", directory, "--json"]);
    expect(code).to.equal(0);
    const [check, ...more] = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
    expect(more).to.deep.equal([]);
    expect(check).to.deep.include({
      host: "b:1",
      ok: true,
      address: other.identity.peer.address,
      main_height: 0,
      resource_height: 0,
      reason: null,
    });
    expect(Math.abs(Number(check?.["clock_offset_ms"]))).to.be.lessThan(1000);
  });

  it("check: fails with the reason when a host is not a peer: unreachable, of another network, itself", async () => {
    await nodes.open("d:1", { network: devNetwork(createIdentity()) });
    for (const [host, reason] of [
      ["c:1", "No node answers"],
      ["d:1", "It belongs to another network."],
      ["a:1", "The host is this node itself."],
    ] as const) {
      const { code, stdout, stderr } = await runInProcess(["peer", "check", host, "--data-dir", directory]);
      expect(code, host).to.equal(1);
      expect(stdout).to.include(reason);
      expect(stderr).to.include("Not every host is a peer.");
    }
    const listed = await runInProcess(["peer", "list", "--rpc", url, "--json"]);
    expect(JSON.parse(listed.stdout)).to.deep.equal({
      peers: [{ host: "b:1", address: other.identity.peer.address }],
      known_hosts: [],
    });
  });

  it("list, check and status: show until when and why a host is set aside, only to the operator", async () => {
    // Commands find the node by its data directory when that holds a network.
    const { networkFile } = dataDirectory(directory);
    await writeNetworkFile(networkFile, devNetwork(createIdentity()));
    await expectRejection(node.peers?.tracker.check("d:1") ?? Promise.resolve(), "PEER_STATEMENT", "refused");
    const own = ["--data-dir", directory];
    const list = JSON.parse((await runInProcess(["peer", "list", ...own, "--json"])).stdout) as {
      readonly hosts: readonly Readonly<Record<string, unknown>>[];
    };
    const told = list.hosts.find(({ host }) => host === "d:1");
    expect(told).to.include({ state: "set aside", passed_over_until: null });
    expect(told?.["set_aside"]).to.include({ kind: "rule", code: "PEER_STATEMENT" });
    const line = /^d:1\t.*set aside until [-0-9T:.]+Z: .*It belongs to another network\.$/m;
    expect((await runInProcess(["peer", "list", ...own])).stdout).to.match(line);
    expect((await runInProcess(["peer", "check", "d:1", ...own])).stdout).to.match(line);
    expect((await runInProcess(["status", ...own])).stdout).to.match(/^peer problem\td:1 set aside until /m);
    expect((await runInProcess(["peer", "list", "--rpc", url])).stdout).not.to.include("d:1");
  });

  it("remove: drops a peer, and reports a host that the node does not know", async () => {
    const words = ["peer", "remove", "b:1", "--data-dir", directory];
    expect(await runInProcess(words)).to.include({ code: 0, stdout: "b:1 is removed.\n" });
    expect(node.peers?.tracker.peers.size).to.equal(0);
    expect(node.peers?.tracker.given).to.not.include("b:1");
    expect(errorIn(await runInProcess([...words, "--json"]))).to.equal("PEER_UNKNOWN");
  });

  it("ban, list, unban: keeps a host away until a time or without an end, also from the operator", async () => {
    const own = ["--data-dir", directory];
    const ban = await runInProcess(["peer", "ban", "b:1", "--hours", "2", ...own, "--json"]);
    const untilUs = nodes.clock.nowUs() + 7_200_000_000;
    expect(JSON.parse(ban.stdout)).to.deep.equal({ host: "b:1", until: untilUs });
    expect(await runInProcess(["peer", "ban", "e:1", ...own])).to.include({ stdout: "e:1 is banned.\n" });
    const { stdout } = await runInProcess(["peer", "list", ...own]);
    expect(stdout)
      .to.match(/^b:1\t\tbanned until [-0-9T:.]+Z$/m)
      .and.match(/^e:1\t\tbanned$/m);
    expect(errorIn(await runInProcess(["peer", "add", "b:1", ...own, "--json"]))).to.equal("PEER_BANNED");
    expect(await runInProcess(["peer", "unban", "b:1", ...own])).to.include({ code: 0 });
    expect(errorIn(await runInProcess(["peer", "unban", "b:1", ...own, "--json"]))).to.equal(
      "PEER_NOT_BANNED",
    );
    expect((await runInProcess(["peer", "add", "b:1", ...own])).code).to.equal(0);
    expect((await runInProcess(["peer", "ban", "b:1", "--hours", "0", ...own])).code).to.equal(2);
  });

  it("check: refuses an invalid host, exit 2", async () => {
    expect((await runInProcess(["peer", "check", "no host", "--data-dir", directory])).code).to.equal(2);
  });
});
