const { availableParallelism } = require("node:os");

/**
 * Test files run side by side, one more than there are cores: most of them wait for processes and disks. No test is
 * judged by the time that it takes, which is the machine's: the limit ends one that hangs.
 */
module.exports = {
  spec: ["dist/test/**/*.test.js"],
  parallel: true,
  jobs: availableParallelism() + 1,
  "node-option": ["enable-source-maps"],
  timeout: 300_000,
  reporter: "dot",
  "forbid-only": true,
};
