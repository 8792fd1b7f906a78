import { defineError } from "../codec/define-error.js";

export const chainEmpty = defineError("CHAIN_EMPTY", "unavailable", {
  text: "The node has no main block yet.",
  advice: "Try again after its first block.",
});

export const sandboxTime = defineError("SANDBOX_TIME", "usage", {
  text: "The time of the sandbox cannot go there.",
  advice: "Times are microseconds since 1970, up to the year 2255. Time goes back only with a snapshot.",
  details: ["seconds"],
});

export const sandboxNoJob = defineError("SANDBOX_NO_JOB", "refused", {
  text: "There is nothing to mine now.",
  advice:
    "A resource block needs a main block, and the first resource blocks are the genesis node's. Make a main block: sandbox.mine()",
});

export const snapshotUnknown = defineError("SNAPSHOT_UNKNOWN", "not-found", {
  text: "There is no snapshot {snapshot}, or it is used up.",
  advice: "Take a new one: sandbox.snapshot()",
  details: ["snapshot", "snapshots"],
});

export const sandboxDifficulty = defineError("SANDBOX_DIFFICULTY", "refused", {
  text: "A resource block of this chain takes too much work.",
  advice: "Main blocks need no work: sandbox.mine()",
  details: ["difficulty"],
});

export const testnetDirectory = defineError("TESTNET_DIRECTORY", "usage", {
  text: "{directory} is not empty, and holds no test network.",
  advice: "Choose an empty directory, or one that does not exist.",
  details: ["directory"],
});
