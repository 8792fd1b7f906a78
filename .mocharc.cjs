const { availableParallelism } = require("node:os");

/**
 * Test files run side by side, one more than there are cores: most of them wait for processes and disks. No test is
 * judged by the time that it takes, which is the machine's: the limit ends one that hangs.
 *
 * The slow suite starts many processes, damages many copies of a database, or tries many seeds: `npm run test:slow`.
 */
const isSlow = process.env.CHAINNODE_TEST_SUITE === "slow";

/** The files that the command line names: mocha adds them to `spec`, which must then have no others. */
const isChosen = process.argv.slice(2).some((word) => word.endsWith(".test.js"));
/** Only these files, one a line: those that were pending elsewhere (CHAINNODE_TEST_PENDING in test/support/skip.ts). */
const pending = process.env.CHAINNODE_TEST_FILES?.split("\n").filter((file) => file !== "");
const suite = isSlow ? "dist/test/**/*.slow.test.js" : "dist/test/**/*.test.js";

module.exports = {
  spec: isChosen ? [] : (pending ?? [suite]),
  ignore: isSlow || isChosen ? [] : ["dist/test/**/*.slow.test.js"],
  require: ["./dist/test/support/incomplete-set-up.js"],
  parallel: true,
  jobs: availableParallelism() + 1,
  "node-option": ["enable-source-maps"],
  timeout: 300_000,
  reporter: "dot",
  "forbid-only": true,
};
