// With --rtt a network over distances is measured; otherwise seeds of networks with faults are run.
const isDistant = process.argv.some((word) => word === "--rtt" || word.startsWith("--rtt="));
await import(isDistant ? "./distance/run.js" : "./run.js");
