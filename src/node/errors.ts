import { defineError } from "../codec/define-error.js";

/** The errors of a node put together: its admin socket, its sandbox, its peers as people see them. */

export const bodyTooLarge = defineError("BODY_TOO_LARGE", {
  kind: "usage",
  text: "The body is larger than {limit} bytes.",
  advice: "Send less at a time.",
});

export const adminSocket = defineError("ADMIN_SOCKET", {
  kind: "local",
  text: "The admin socket cannot be opened: {reason}.",
  advice: "The path of a socket has at most about a hundred characters. Choose a shorter data directory.",
  details: ["socket"],
});

export const adminRoute = defineError("ADMIN_ROUTE", {
  kind: "not-found",
  text: "The admin socket has no route {route}.",
  advice: "Use the same version of chainnode for the command and the node.",
});

export const nodeSilent = defineError("NODE_SILENT", {
  kind: "unreachable",
  text: "The node of the data directory does not answer.",
  advice: "It may be suspended or overloaded: read its log. To use its RPC address instead: --rpc <url>",
  details: ["socket"],
});

export const nodeNotRunning = defineError("NODE_NOT_RUNNING", {
  kind: "unreachable",
  text: "No node runs on this data directory.",
  advice: "Start it with `chainnode start`, or name another one with --rpc or --data-dir.",
  details: ["directory?", "socket?", "reason?"],
});

export const adminAnswer = defineError("ADMIN_ANSWER", {
  kind: "unavailable",
  text: "The node gave no valid answer.",
  advice: "Use the same version of chainnode for the command and the node.",
});
