import { expect } from "chai";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { otherNode } from "../support/other-node.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The tests of the store, with writers that are killed and files that are torn. */
const STORE = [
  "dist/test/store/*.test.js",
  "dist/test/store/sqlite/*.test.js",
  "dist/test/data/directory/*.test.js",
  "dist/test/data/chain/*.test.js",
];
/** Random transactions, undone blocks, and chains that a second implementation replays. */
const CHAINS = ["dist/test/ledger/**/*.test.js", "dist/test/differential/differential.test.js"];
/** Kills of the real process. */
const PROCESSES = ["dist/test/acceptance/submit.test.js", "dist/test/faults/faults.test.js"];

interface Run {
  /** The binary of Node.js. */
  readonly node: string;
  /** A program that is loaded first, here and in every process and thread that the tests start. */
  readonly preload: string;
  readonly tests: readonly string[];
}

/** Runs tests in a process of their own, and returns the report. Fails when one fails. */
async function runTests({ node, preload, tests }: Run): Promise<string> {
  const words = [
    "node_modules/mocha/bin/mocha.js",
    "--no-config",
    "--timeout",
    "300000",
    "--reporter",
    "dot",
  ];
  const child = spawn(node, [...words, "--ignore", "**/*.slow.test.js", ...tests], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: `--import ${new URL(preload, import.meta.url).href}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let report = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (report += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, report).to.equal(0);
  expect(report).to.match(/[0-9]+ passing/);
  return report;
}

describe("the store and the workloads", function () {
  this.timeout(1_800_000);

  // The first version with a module of SQLite runs what depends on the module itself.
  for (const [major, tests] of [
    [22, STORE],
    [24, [...STORE, ...CHAINS, ...PROCESSES]],
  ] as const)
    it(`pass over Node's own SQLite, on Node.js ${major}`, async () => {
      await runTests({ node: otherNode(major), preload: "../store/programs/use-node-driver.js", tests });
    });

  it("pass with the signatures of node:crypto, where libsodium is not installed", async () => {
    const run = { node: process.execPath, preload: "../codec/programs/without-libsodium.js" };
    // The tests of libsodium are pending then.
    expect(await runTests({ ...run, tests: ["dist/test/codec/libsodium.test.js"] })).to.match(/ 0 passing/);
    await runTests({ ...run, tests: CHAINS });
  });
});
