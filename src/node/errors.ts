import { defineError } from "../codec/define-error.js";

/** The errors of a node put together: its admin socket, its sandbox, its peers as people see them. */

export const genesisAddress = defineError("GENESIS_ADDRESS", "refused", {
  text: "Only the node with the genesis address can begin the network.",
  advice: "Start the node whose key the definition names, and give it to this node with --peer.",
  details: ["genesis", "node"],
});

export const networkBegun = defineError("NETWORK_BEGUN", "refused", {
  text: "The network has already begun.",
  advice: "Start the node without --genesis.",
  details: ["network", "height"],
});

export const networkBegunElsewhere = defineError("NETWORK_BEGUN_ELSEWHERE", "refused", {
  text: "The network has already begun: another node has its chain.",
  advice:
    "Start this node without --genesis, and remove the setting from its chainnode.toml. The node fetches the chain.",
  details: ["host", "height"],
});

export const preset = defineError("PRESET", "usage", {
  text: "Invalid preset: {preset}",
  advice: "Choose one of {choices}.",
  details: ["preset"],
});

export const keyInUse = defineError("KEY_IN_USE", "unavailable", {
  text: "Another process signs with this validator's key.",
  advice:
    "Two nodes with one key can help two different blocks to a seal. Stop one of them, then start the other again: chainnode start --takeover-delay. A validator needs a data directory of its own: chainnode init",
});

export const clockRefused = defineError("CLOCK_REFUSED", "unavailable", {
  text: "This validator signs nothing: its clock is {seconds} s {side} those of all named peers that answer and of most slot holders that it reaches.",
  advice:
    "Synchronize the clock, for example with chrony or systemd-timesyncd. The validator signs again within seconds of that.",
});

export const directoryGone = defineError("DIRECTORY_GONE", "unavailable", {
  text: "The data directory has disappeared, or another one has taken its place.",
  advice:
    "Stop the node: what it writes now is lost. Put the directory back, or restore a backup, and start the node again.",
});

export const devAction = defineError("DEV_ACTION", "usage", {
  text: "The action cannot be done: {reason}.",
  advice: "docs/explorer.md lists the actions of a development chain and their parameters.",
});
