import { defineError } from "../codec/define-error.js";

export const sandboxSettings = defineError("SANDBOX_SETTINGS", "usage", {
  text: "{reason}",
  advice:
    "sandbox() and sandbox({ rules: 2 }) make a new chain; sandbox({ fork: url, height }) begins with that of a node.",
  about: "The settings of a sandbox contradict each other.",
});

export const accountMissing = defineError("ACCOUNT_MISSING", "usage", {
  text: "The chain has no accounts with known keys: the call needs a sender.",
  advice: "Name one: { from: address }. A sandbox sends from any address.",
});

export const timestampAhead = defineError("TIMESTAMP_AHEAD", "usage", {
  text: "The chain has not come to this time: no call is later than its block.",
  advice: "Let time pass before: chain.at(timestamp).send(…), or chain.warpTo(timestamp)",
  details: ["timestamp", "next"],
});

export const revertFailed = defineError("REVERT_FAILED", "internal", {
  text: "The chain is not as it was at the snapshot.",
  advice: "Report it: this is a fault of chainnode.",
  details: ["snapshot", "expected", "found"],
});

export const notIncluded = defineError("NOT_INCLUDED", "not-found", {
  text: "No block holds this call.",
  advice: "Make its block first: await chain.mine()",
  details: ["hash"],
});

export const sceneRefused = defineError("SCENE_REFUSED", "usage", {
  text: "The scene calls {contract}, which refuses: {message}",
  advice: "Correct the calls that the sequences begin with.",
});

export const costsFile = defineError("COSTS_FILE", "local", {
  text: "The file holds no costs of calls.",
  advice: "Write it again: chainnode code test --fees --save",
  details: ["file"],
});
