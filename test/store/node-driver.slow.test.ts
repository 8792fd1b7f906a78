import { expect } from "chai";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { OTHER_NODES, otherNode } from "../support/other-node.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DRIVER = new URL("programs/use-node-driver.js", import.meta.url).href;
/** The tests of the store, with writers that are killed and files that are torn. */
const TESTS = [
  "dist/test/store/**/*.test.js",
  "dist/test/node/directory/*.test.js",
  "dist/test/node/data/*.test.js",
];

describe("the store over Node's own SQLite", () => {
  for (const major of OTHER_NODES.filter((version) => version >= 22)) {
    it(`passes the tests of the store, killed writers and torn files included, on Node.js ${major}`, async () => {
      const words = [
        "node_modules/mocha/bin/mocha.js",
        "--no-config",
        "--timeout",
        "300000",
        "--reporter",
        "dot",
      ];
      const child = spawn(otherNode(major), [...words, "--ignore", "**/*.slow.test.js", ...TESTS], {
        cwd: ROOT,
        env: { ...process.env, NODE_OPTIONS: `--import ${DRIVER}` },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let report = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (report += text));
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect(code, report).to.equal(0);
      expect(report).to.match(/[0-9]+ passing/);
    }).timeout(900_000);
  }
});
