const { availableParallelism } = require("node:os");

/**
 * Test files run side by side, one more than there are cores: most of them wait for processes and disks. No test is
 * judged by the time that it takes, which is the machine's: the limit ends one that hangs.
 *
 * The slow suite starts many processes, damages many copies of a database, or tries many seeds: `npm run test:slow`.
 */
const isSlow = process.env.CHAINNODE_TEST_SUITE === "slow";

module.exports = {
  spec: [isSlow ? "dist/test/**/*.slow.test.js" : "dist/test/**/*.test.js"],
  ignore: isSlow ? [] : ["dist/test/**/*.slow.test.js"],
  parallel: true,
  jobs: availableParallelism() + 1,
  "node-option": ["enable-source-maps"],
  timeout: 300_000,
  reporter: "dot",
  "forbid-only": true,
};
