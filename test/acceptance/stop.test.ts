import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { createClient } from "../../src/client/create-client.js";
import { STOP_GRACE_MS } from "../../src/rpc/limits.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess, type DevProcess } from "../support/dev-process.js";
import { BINARY } from "../support/node-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { slowly } from "../support/slowly.js";

const HOUR_US = 3_600_000_000;

/** Clients that hold a connection: an idle one, or one with an incomplete request. */
const HOLDERS = {
  "an idle one": "GET /ping HTTP/1.1\r\nHost: node\r\n\r\n",
  "half a header": "GET /ping HTTP/1.1\r\nHo",
  "half a body": "POST /request HTTP/1.1\r\nHost: node\r\nContent-Length: 100\r\n\r\n{",
  "nothing at all": "",
} as const;

describe("A node that is asked to stop", () => {
  const fixture = useDevProcess();

  async function hold(node: DevProcess, text: string): Promise<Socket> {
    const { hostname, port } = new URL(node.url);
    const socket = connect(Number(port), hostname);
    // The node closes the connection in the end.
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    if (text.startsWith("GET") && text.endsWith("\r\n\r\n")) await once(socket, "data");
    // The end of a stream arrives only after its data is read.
    socket.resume();
    return socket;
  }

  /** Resolves when the node has written this to stderr. */
  async function said(node: DevProcess, text: string): Promise<void> {
    while (!node.log().includes(text)) await once(node.process.stderr ?? node.process, "data");
  }

  const holdAll = (node: DevProcess): Promise<readonly Socket[]> =>
    Promise.all(Object.values(HOLDERS).map((text) => hold(node, text)));

  it("ends with exit code 0 despite open connections, and closes all of them", async () => {
    const sockets = await holdAll(fixture.node);
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    expect(await fixture.node.stop()).to.equal(0);
    await Promise.all(closed);
  });

  it("stops and tells its status although chainnode.toml has a fault, which no other command ignores", async () => {
    await fixture.restart();
    const file = join(fixture.directory, "chainnode.toml");
    await writeFile(file, "prot = 25000\n");
    const run = (...words: string[]) => runBinary([...words, "--json", "--data-dir", fixture.directory]);
    expect((await run("block", "count")).code).to.equal(2);
    const ended = once(fixture.node.process, "exit");
    for (const word of ["status", "stop"]) {
      const { stdout, stderr } = await run(word);
      expect(JSON.parse(stdout)).to.include({ pid: fixture.node.process.pid });
      expect(stderr).to.equal(
        `warning: The configuration file has an unknown key: prot (${file}: ignored)\n`,
      );
    }
    expect(await ended).to.deep.equal([0, null]);
    await rm(file);
  });

  it("waits for its clients for half of the ten seconds in which it ends (docs/network.md)", () => {
    expect(STOP_GRACE_MS).to.equal(10_000 / 2);
  });

  slowly("ends at once at the second signal, exit code 130, with a consistent chain", async () => {
    await fixture.restart();
    const height = (await createClient({ url: fixture.node.url }).round()).sync_limit;
    await holdAll(fixture.node);
    const ended = fixture.node.stop();
    await said(fixture.node, "stopping after the block under way");
    fixture.node.process.kill("SIGTERM");
    expect(await ended).to.equal(130);

    await fixture.restart();
    const again = (await createClient({ url: fixture.node.url }).round()).sync_limit;
    expect(again).to.be.at.least(height);
    expect(await fixture.node.stop()).to.equal(0);
  });

  slowly("ends while it still waits for its first block", async () => {
    const directory = await makeTempDirectory();
    const template = join(directory, "template.toml");
    const constants = `main_chain_interval = ${HOUR_US}`;
    await writeFile(template, `network_name = "SLOW"\nsystem_nonce = "Nonce"\n[constants]\n${constants}\n`);
    const dataDirectory = ["--data-dir", join(directory, "node")];
    await runBinary(["init", "--genesis", "--network", template, ...dataDirectory]);
    const node = spawn(process.execPath, [BINARY, "start", "--port", "0", ...dataDirectory]);
    let log = "";
    node.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
    while (!log.includes("listening")) await once(node.stderr, "data");
    node.kill("SIGTERM");
    expect(await once(node, "exit")).to.deep.equal([0, null]);
    await rm(directory, { recursive: true });
  });
});
