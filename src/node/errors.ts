import { defineError } from "../codec/define-error.js";

/** The errors of a node put together: its admin socket, its sandbox, its peers as people see them. */

export const bodyTooLarge = defineError("BODY_TOO_LARGE", "usage", {
  text: "The body is larger than {limit} bytes.",
  advice: "Send less at a time.",
});

export const eventId = defineError("EVENT_ID", "usage", {
  text: "Invalid event id: {id}",
  advice: "Give the last id that was received, 0 to begin at the first block, or none to begin now.",
});

export const eventType = defineError("EVENT_TYPE", "usage", {
  text: "There are no events of the type {name}.",
  advice: "The types are {types}.",
});

export const forwardTooLong = defineError("FORWARD_TOO_LONG", "usage", {
  text: "More than {limit} transactions are forwarded in one request.",
  advice: "Forward at most {limit} at a time.",
});

export const heightAwaited = defineError("HEIGHT_AWAITED", "unavailable", {
  text: "The chain ends at height {tip} here, before height {height}, which was asked for.",
  advice: "Ask again later, ask another node, or ask without min-height.",
  details: ["height", "tip"],
});

export const readerDatabase = defineError("READER_DATABASE", "unavailable", {
  text: "The database of this reader does not answer.",
  advice: "Ask again, or another server. The operator finds the reason in the reader's log.",
});

export const readerOlder = defineError("READER_OLDER", "unavailable", {
  text: "Every database of this reader that answers is older than what the reader has answered before.",
  advice:
    "Ask again, or another server. It answers when a database has caught up; an operator who has rewound the chain restarts it.",
});

export const readerBusy = defineError("READER_BUSY", "busy", {
  text: "Too many requests wait for the database of this reader.",
  advice: "Send the request again after the pause in Retry-After.",
});

export const readerSlow = defineError("READER_SLOW", "unavailable", {
  text: "The database of this reader took too long for this answer.",
  advice: "Ask for less at a time: a smaller page, or fewer cells.",
});

export const readerCannot = defineError("READER_CANNOT", "refused", {
  text: "A reader does not answer this operation itself.",
  advice: "Ask the node that it reads from.",
});

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

export const nodeNotRunning = defineError("NODE_NOT_RUNNING", "unreachable", {
  text: "No node runs on this data directory.",
  advice: "Start it with `chainnode start`, or name another one with --rpc or --data-dir.",
  details: ["directory?", "socket?", "reason?"],
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

export const fileExists = defineError("FILE_EXISTS", "local", {
  text: "The file or directory exists already.",
  advice: "Choose another name, or remove what is there.",
  details: ["path"],
});

export const derivedDamaged = defineError("DERIVED_DAMAGED", "local", {
  text: "The newly derived data did not reach the disk intact.",
  advice:
    "Nothing was changed. The disk or the memory of this machine fails: check the log of the operating system.",
  details: ["file", "reason"],
});

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

export const parameter = defineError("PARAMETER", "refused", {
  text: "{failure}",
  advice: "Correct the parameter. The parameters of the operations are listed in docs/rpc.md.",
  details: ["parameter"],
  about: "A parameter of an operation breaks a rule. The text is the protocol's (PROTOCOL 5.10).",
});

export const chainEmpty = defineError("CHAIN_EMPTY", "unavailable", {
  text: "The node has no main block yet.",
  advice: "Try again after its first block.",
});

export const networkUnknown = defineError("NETWORK_UNKNOWN", "usage", {
  text: "The node does not name its network.",
  advice: "Give its network definition: --network FILE",
});

export const networkOther = defineError("NETWORK_OTHER", "usage", {
  text: "The chain of the node belongs to another network.",
  advice: "Give the network definition of the node.",
  details: ["network_name"],
});

export const sandboxTime = defineError("SANDBOX_TIME", "usage", {
  text: "The time of the sandbox cannot go that far.",
  advice: "Times are microseconds since 1970, up to the year 2255.",
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

export const stateKey = defineError("STATE_KEY", "usage", {
  text: "Invalid state key.",
  advice: "Give 66 to 128 lower-case hex characters.",
});

export const stateKeys = defineError("STATE_KEYS", "usage", {
  text: "Too many state keys: at most {most} can be asked for together.",
  advice: "Ask for them in several requests.",
  details: ["most"],
});

export const chainDifference = defineError("CHAIN_DIFFERENCE", "local", {
  text: "The stored state does not match the blocks.",
  advice: "All blocks are intact. Derive the rest from them: chainnode data reindex",
});

export const blocksDamaged = defineError("BLOCKS_DAMAGED", "local", {
  text: "Blocks of the chain are damaged or missing.",
  advice:
    "To get them all back, restore a backup.\nTo keep the others and fetch these from peers: chainnode data reindex --drop-blocks, then start the node.\nWithout peers, copy them from a node that has them: chainnode data export there; chainnode data reindex --drop-blocks and chainnode data import here.",
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

export const stateKeyBeginning = defineError("STATE_PREFIX", "usage", {
  text: "Invalid beginning of state keys.",
  advice: "Give the 64 lower-case hex characters of an attribute, and any beginning of a key after them.",
});

export const explorerIndex = defineError("EXPLORER_INDEX", "unavailable", {
  text: "The store of this chain has no index for this.",
  advice: "Ask a node whose chain is in SQLite.",
});

export const explorerBusy = defineError("EXPLORER_BUSY", "busy", {
  text: "Too many requests of explorers are being answered.",
  advice: "Try again later.",
});

export const replayBusy = defineError("REPLAY_BUSY", "busy", {
  text: "Too many calls wait to be tried.",
  advice: "Try again later.",
});

export const replayTime = defineError("REPLAY_TIME", "refused", {
  text: "Trying the call took longer than {seconds} seconds.",
  advice: "Run chainnode code trace on the machine of the node, which has no such limit.",
});

export const replayLength = defineError("REPLAY_LENGTH", "refused", {
  text: "The trace is longer than {most} characters.",
  advice: "Run chainnode code trace on the machine of the node, which has no such limit.",
});

export const replayMemory = defineError("REPLAY_MEMORY", "refused", {
  text: "Trying the call takes more memory than is allowed.",
  advice: "Run chainnode code trace on the machine of the node, which has no such limit.",
});

export const devAction = defineError("DEV_ACTION", "usage", {
  text: "The action cannot be done: {reason}.",
  advice: "docs/explorer.md lists the actions of a development chain and their parameters.",
});

export const replayUnsupported = defineError("REPLAY_UNSUPPORTED", "refused", {
  text: "The call reads more of the chain than can be tried here.",
  advice: "Run chainnode code trace on the machine of the node.",
});
