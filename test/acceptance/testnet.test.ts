import { expect } from "chai";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../src/client/index.js";
import { runBinary, startBinary, type RunningBinary } from "../cli/binary.js";
import { slowly } from "../support/slowly.js";
import { makeTempDirectory } from "../support/temp-store.js";

const POLL_MS = 200;

interface Started {
  readonly network: string;
  readonly nodes: readonly { readonly rpc: string; readonly explorer: string; readonly data_dir: string }[];
}

/** Sends a transfer until one is in a block: on a slow machine the node that decides may close over it. */
async function pay(directory: string): Promise<void> {
  for (;;) {
    const { code, stderr } = await runBinary([
      "--data-dir",
      directory,
      "send",
      "bob",
      "1",
      "--key",
      "alice",
      "--json",
    ]);
    if (code === 0) return;
    expect(stderr).to.include("TRANSACTION_");
  }
}

describe("chainnode testnet", () => {
  let directory: string;
  const running: RunningBinary[] = [];
  const start = (...more: string[]): RunningBinary => {
    const network = startBinary(words(...more));
    running.push(network);
    return network;
  };
  const words = (...more: string[]): readonly string[] => [
    "testnet",
    "--port",
    "0",
    "--nodes-dir",
    join(directory, "net"),
    "--json",
    ...more,
  ];

  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(async () => {
    // A test that fails leaves none behind.
    await Promise.all(running.splice(0).map((network) => network.stop()));
    await rm(directory, { recursive: true });
  });

  for (const rules of ["1", "2"])
    slowly(
      `runs validators of rules ${rules} that decide together, far from each other, and keeps them`,
      async () => {
        const first = start("--nodes", "2", "--latency", "20ms", "--rules", rules);
        const { network, nodes } = JSON.parse(await first.firstLine) as Started;
        expect(network).to.equal("CHAINNODE TEST NETWORK");
        for (const { data_dir } of nodes) await pay(data_dir);
        expect((await fetch(nodes[1]?.explorer ?? "")).status).to.equal(200);
        const height = await createClient({ url: nodes[1]?.rpc ?? "" }).blockCount();
        expect(await first.stop()).to.include({ code: 0 });

        const again = start();
        const kept = JSON.parse(await again.firstLine) as Started;
        expect(kept.nodes.map(({ data_dir }) => data_dir)).to.deep.equal(
          nodes.map(({ data_dir }) => data_dir),
        );
        expect(await createClient({ url: kept.nodes[0]?.rpc ?? "" }).blockCount()).to.be.at.least(height);
        await again.stop();
      },
    );

  it("refuses another number of nodes than the kept network has, and a directory with other files", async () => {
    const first = start("--nodes", "1");
    await first.firstLine;
    await first.stop();
    const other = await runBinary(words("--nodes", "2"));
    expect(other.code).to.equal(2);
    expect(other.stderr).to.include("TESTNET_KEPT");
    const taken = await runBinary(["testnet", "--nodes-dir", directory, "--json"]);
    expect(taken.code).to.equal(2);
    expect(taken.stderr).to.include("TESTNET_DIRECTORY");
    expect(existsSync(join(directory, "net", "0"))).to.equal(true);
  });

  it("fails when its last node is gone", async () => {
    const network = start("--nodes", "1");
    const { nodes } = JSON.parse(await network.firstLine) as Started;
    await runBinary(["stop", "--data-dir", nodes[0]?.data_dir ?? ""]);
    const { code, stderr } = await network.ended;
    expect(code).to.equal(5);
    expect(stderr).to.include("TESTNET_OVER");
  });

  slowly("ends its nodes also when it is killed", async () => {
    const run = start("--nodes", "2");
    const { nodes } = JSON.parse(await run.firstLine) as Started;
    await run.kill();
    for (const { data_dir } of nodes)
      while ((await runBinary(["status", "--data-dir", data_dir])).code === 0) await pause(POLL_MS);
  });

  it("refuses a latency that is no time", async () => {
    expect((await runBinary(words("--latency", "100"))).stderr).to.include("TESTNET_LATENCY");
  });
});
