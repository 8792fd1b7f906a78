import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../src/client/create-client.js";
import { objectToMap } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { startDevProcess } from "../support/dev-process.js";
import { BINARY } from "../support/node-process.js";
import { skipWithout } from "../support/skip.js";
import { makeTempDirectory } from "../support/temp-store.js";

interface Status {
  readonly pid: number;
  readonly rpc: readonly string[];
}

describe("a node whose terminal is closed", () => {
  let directory = "";
  before(async function () {
    skipWithout(this, "script");
    directory = await makeTempDirectory();
  });
  after(async () => {
    if (directory !== "") await rm(directory, { recursive: true });
  });

  it("stops as at one SIGTERM, however many SIGHUPs come: what it has accepted is in a block", async () => {
    const words = [process.execPath, BINARY, "start", "--dev", "--port", "0", "--data-dir", directory];
    // A pseudo terminal, which closes when the process that holds it ends.
    const terminal = spawn("script", ["--quiet", "--command", words.join(" "), "/dev/null"], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const { pid, rpc } = await untilReady();
    const [alice, bob] = devAccounts();
    const hash = await createClient({ url: rpc[0] ?? "" }).signAndSend(
      objectToMap({
        type: "Send",
        to: bob?.address ?? "",
        amount: "1",
        timestamp: BigInt(Date.now()) * 1000n,
      }),
      alice?.privateKey ?? "",
    );
    terminal.kill("SIGKILL");
    await once(terminal, "exit");
    // The system sends one, and the shell another one.
    while (isHungUp(pid)) await setTimeout(20);

    const node = await startDevProcess(directory);
    try {
      const client = createClient({ url: node.url });
      while ((await client.getTransaction(hash)) === null) await setTimeout(50);
    } finally {
      await node.kill();
    }
  });

  async function untilReady(): Promise<Status> {
    for (;;) {
      const { code, stdout } = await runInProcess(["status", "--data-dir", directory, "--json"]);
      if (code === 0 && stdout.includes('"running":true')) return JSON.parse(stdout) as Status;
      await setTimeout(100);
    }
  }
});

/** Sends SIGHUP. False when the process has ended. */
function isHungUp(pid: number): boolean {
  try {
    return process.kill(pid, "SIGHUP");
  } catch {
    return false;
  }
}
