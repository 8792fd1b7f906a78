import { defineError } from "../../codec/define-error.js";

/** The errors of snapshots. */

export const snapshotHeight = defineError("SNAPSHOT_HEIGHT", "not-found", {
  text: "There is no snapshot of height {height}: it must be from {least} to {most}.",
  advice: "A snapshot holds blocks that no node undoes any more, and a state that this node has.",
  details: ["height", "least", "most"],
});

export const snapshotEarly = defineError("SNAPSHOT_EARLY", "not-found", {
  text: "The chain has no main block yet that no node undoes any more.",
  advice: "Write a snapshot once there are enough resource blocks: chainnode status shows the fixed one.",
});

export const snapshotFormat = defineError("SNAPSHOT_FORMAT", "local", {
  text: "The file is not a snapshot that this chainnode reads.",
  advice: "Name a file that chainnode data snapshot wrote.",
});

export const snapshotUntrusted = defineError("SNAPSHOT_UNTRUSTED", "local", {
  text: "The snapshot is not the one that is trusted.",
  advice: "Ask the operators of several nodes for the hash of their snapshot of this height.",
  details: ["hash", "trusted"],
});

export const snapshotNetwork = defineError("SNAPSHOT_NETWORK", "local", {
  text: "The snapshot belongs to another network than the definition.",
  advice: "Leave out --network, or give the definition of the snapshot's network.",
});

export const snapshotDamaged = defineError("SNAPSHOT_DAMAGED", "local", {
  text: "The snapshot is damaged: {reason}.",
  advice: "No chain was made. Get the file again.",
  details: ["part", "line?"],
});

export const snapshotFetch = defineError("SNAPSHOT_FETCH", "unreachable", {
  text: "{url} answers {status} instead of the file.",
  advice: "Check the address. Redirects are not followed: give the address that they lead to.",
  details: ["status"],
});

export const snapshotVoucher = defineError("SNAPSHOT_VOUCHER", "local", {
  text: "{host} does not vouch for the snapshot: {reason}.",
  advice:
    "Its operator signs what the node itself holds with chainnode data snapshot FILE --sign. Put the signature beside the snapshot.",
  details: ["file?"],
});
