import { defineError } from "../../codec/define-error.js";

export const dataDirectoryExists = defineError("DATA_DIRECTORY_EXISTS", "local", {
  text: "The data directory already belongs to a network.",
  advice: "Start it with `chainnode start`, or name another one with --data-dir.",
  details: ["directory"],
});

export const dataDirectoryMissing = defineError("DATA_DIRECTORY_MISSING", "local", {
  text: "The data directory contains no node.",
  advice: "Create one with `chainnode init`, or run `chainnode start --dev` for a private chain.",
  details: ["directory"],
});

export const networkFile = defineError("NETWORK_FILE", "local", {
  text: "Invalid file of the network definition: {reason}",
  advice: "Its keys are explained by: chainnode help network",
  details: ["file", "line?", "column?", "text?", "here?"],
});

export const chainMissing = defineError("CHAIN_MISSING", "local", {
  text: "The data directory has no chain yet.",
  advice: "Start the node, which creates it: chainnode start",
  details: ["directory"],
});

export const peersFile = defineError("PEERS_FILE", "local", {
  text: "The file of the node's peers is damaged.",
  advice: "Remove it. The node finds its peers again.",
  details: ["file"],
});

export const bansFile = defineError("BANS_FILE", "local", {
  text: "The file of the banned hosts is damaged.",
  advice: "Remove it and ban the hosts again with `chainnode peer ban`.",
  details: ["file"],
});

export const signingMemoryDamaged = defineError("SIGNING_MEMORY_DAMAGED", "local", {
  text: "The record of what this validator signed is damaged.",
  advice: "Stop the node for a minute, then remove the file: what it protects is over by then.",
  details: ["file"],
});

export const chainLost = defineError("CHAIN_LOST", "unavailable", {
  text: "The database ends before a block that this node had.",
  advice:
    "The node signs and accepts nothing until the block is back. Peers return it. Without peers, stop the node and restore a backup. To continue without the block: chainnode start --accept-loss",
  details: ["chain", "had?", "blockhash", "has"],
});

export const identityExists = defineError("IDENTITY_EXISTS", "local", {
  text: "The node's keys cannot be written.",
  advice: "If the file exists, the directory was initialized before.",
  details: ["file"],
});

export const identityMode = defineError("IDENTITY_MODE", "local", {
  text: "Other users can read the node's private keys.",
  advice: "Run: chmod 600 {file}",
  details: ["file"],
});

export const identityMissing = defineError("IDENTITY_MISSING", "local", {
  text: "The data directory does not contain the node's keys.",
  advice: "Restore them from a backup, or initialize a new data directory and copy the chain there.",
  details: ["file"],
});

export const identityInvalid = defineError("IDENTITY_INVALID", "local", {
  text: "The file of the node's keys is damaged.",
  advice: "Restore it from a backup, or initialize a new data directory.",
  details: ["file"],
});

export const rulesDiffer = defineError("RULES_DIFFER", "usage", {
  text: "{file} does not define a network of rules {rules}.",
  advice: "Leave --rules out, or change rules in the file.",
  details: ["rules"],
});
