import { defineError } from "../codec/define-error.js";

export const peerNone = defineError("PEER_NONE", "unavailable", {
  text: "No peer is left that provides blocks.",
  advice: "Wait, or name more peers with --peer.",
});

export const peerStalled = defineError("PEER_STALLED", "unreachable", {
  text: "The peer at {host} does not send its blocks.",
  advice: "Nothing needs to be done: the node asks another peer.",
  details: ["host", "patienceUs"],
});

export const peerBranch = defineError("PEER_BRANCH", "refused", {
  text: "The peer has another block {height} than the longest chain.",
  advice: "Nothing needs to be done: the node asks another peer.",
});

export const peerBranchLength = defineError("PEER_BRANCH_LENGTH", "unavailable", {
  text: "The branch of the longest chain is too long to hold in memory, at height {height}.",
  advice:
    "If it is the chain of the network, stop the node and rewind it to before the fork: chainnode data rewind",
});

export const peerStatementMissing = defineError("PEER_STATEMENT_MISSING", "refused", {
  text: "The node does not say who it is.",
  advice: "Check that the host is a node of this protocol.",
});

export const peerSelf = defineError("PEER_SELF", "refused", {
  text: "The host is this node itself.",
  advice: "Remove the host from the peers.",
});

export const peerBanned = defineError("PEER_BANNED", "refused", {
  text: "The host is banned.",
  advice: "To let it be a peer again, run `chainnode peer unban HOST`.",
  details: ["host"],
});

export const peerNotBanned = defineError("PEER_NOT_BANNED", "not-found", {
  text: "The host is not banned.",
  advice: "`chainnode peer list` shows the banned hosts.",
  details: ["host"],
});

export const peerUnknown = defineError("PEER_UNKNOWN", "not-found", {
  text: "The node has no such peer or host.",
  advice: "`chainnode peer list` shows the hosts.",
  details: ["host"],
});

export const peerStatement = defineError("PEER_STATEMENT", "refused", {
  text: "The node is not a peer: {reason}",
  advice: "Check that it belongs to the same network.",
});

export const peerOtherChain = defineError("PEER_OTHER_CHAIN", "refused", {
  text: "The node is not a peer: it has another chain.",
  advice:
    "Check that both have the same network.toml. If so, decide which chain stays. On each node that has the other one, run: chainnode stop, then chainnode data reset, and start it again.",
});

export const peerHost = defineError("PEER_HOST", "usage", {
  text: "Invalid peer host.",
  advice: "Write it like this: node.example.org:9900",
  details: ["host"],
});

export const peerAddress = defineError("PEER_ADDRESS", "refused", {
  text: "The peer is not at a public address.",
  advice: "For a private network, start the node with --allow-private-peers.",
  details: ["host"],
});

export const peerBlockLong = defineError("PEER_BLOCK_LONG", "unreachable", {
  text: "The block of the peer takes more memory than those of strangers may.",
  advice: "A peer that you name gives it: chainnode peer add <host>",
  details: ["limit"],
});

export const memoryShort = defineError("MEMORY_SHORT", "unavailable", {
  text: "This node has no memory left for more answers of peers.",
  advice: "If this persists, give the node more memory: NODE_OPTIONS=--max-old-space-size=4096",
  details: ["used", "limit"],
});

export const peerRules = defineError("PEER_RULES", "refused", {
  text: "The peer is in a network of rules {rules}, this node in one of rules {own}.",
  advice: "Compare network.toml on both nodes: all nodes of a network have the same rules.",
  details: ["rules", "own"],
});

export const peerBroadcast = defineError("PEER_BROADCAST", "refused", {
  text: "Invalid broadcast of the peer: {reason}.",
  advice: "Nothing needs to be done: the node sets the peer aside.",
});

export const peerBlocks = defineError("PEER_BLOCKS", "refused", {
  text: "Invalid blocks of the peer: {reason}.",
  advice: "Nothing needs to be done: the node asks another peer.",
});

export const peerChain = defineError("PEER_CHAIN", "refused", {
  text: "The chains of the peer do not fit: {reason}.",
  advice: "If most peers report this, compare the networks and check the data: chainnode data check",
});

export const peerBlocksMissing = defineError("PEER_BLOCKS_MISSING", "unavailable", {
  text: "The peer does not have the blocks that it announced.",
  advice: "Nothing needs to be done: the node asks another peer.",
});
