import { defineError } from "../codec/define-error.js";

/** The errors of what answers: operations, events, the explorer's questions, replays. */

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

export const parameter = defineError("PARAMETER", "refused", {
  text: "{failure}",
  advice: "Correct the parameter. The parameters of the operations are listed in docs/rpc.md.",
  details: ["parameter"],
  about: "A parameter of an operation breaks a rule. The text is the protocol's (PROTOCOL 5.10).",
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

export const replayUnsupported = defineError("REPLAY_UNSUPPORTED", "refused", {
  text: "The call reads more of the chain than can be tried here.",
  advice: "Run chainnode code trace on the machine of the node.",
});

export const nodeNotRunning = defineError("NODE_NOT_RUNNING", "unreachable", {
  text: "No node runs on this data directory.",
  advice: "Start it with `chainnode start`, or name another one with --rpc or --data-dir.",
  details: ["directory?", "socket?", "reason?"],
});
