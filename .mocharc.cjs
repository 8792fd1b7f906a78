const { availableParallelism } = require("node:os");

/** Test files run side by side: most of them wait for processes and disks. */
module.exports = {
  spec: ["dist/test/**/*.test.js"],
  parallel: true,
  jobs: Math.max(2, availableParallelism() - 1),
  "node-option": ["enable-source-maps"],
  timeout: 30000,
  reporter: "dot",
  "forbid-only": true,
};
