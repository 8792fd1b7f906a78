import { defineError } from "../codec/define-error.js";

export const adminSocket = defineError("ADMIN_SOCKET", "local", {
  text: "The admin socket cannot be opened: {reason}.",
  advice: "The path of a socket has at most about a hundred characters. Choose a shorter data directory.",
  details: ["socket"],
});

export const adminRoute = defineError("ADMIN_ROUTE", "not-found", {
  text: "The admin socket has no route {route}.",
  advice: "Use the same version of chainnode for the command and the node.",
});

export const nodeSilent = defineError("NODE_SILENT", "unreachable", {
  text: "The node of the data directory does not answer.",
  advice: "It may be suspended or overloaded: read its log. To use its RPC address instead: --rpc <url>",
  details: ["socket"],
});

export const adminAnswer = defineError("ADMIN_ANSWER", "unavailable", {
  text: "The node gave no valid answer.",
  advice: "Use the same version of chainnode for the command and the node.",
});

export const miningNoJob = defineError("MINING_NO_JOB", "unavailable", {
  text: "There is nothing to mine now.",
  advice: "Ask again in a second.",
});

export const peerHostMissing = defineError("PEER_HOST_MISSING", "usage", {
  text: "The host is missing.",
  advice: "Name a host.",
});

export const banLength = defineError("BAN_LENGTH", "usage", {
  text: "The length of the ban is not a number of hours.",
  advice: "Give a whole number of hours from 1 to 87600, or leave it out for a ban without an end.",
});

export const peersOff = defineError("PEERS_OFF", "refused", {
  text: "This node works without peers.",
  advice: "A development node is alone. Make a node of a network with `chainnode init`.",
});
