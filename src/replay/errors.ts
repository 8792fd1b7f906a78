import { defineError } from "../codec/define-error.js";

export const heightUnknown = defineError("HEIGHT_UNKNOWN", "not-found", {
  text: "The chain has no block at height {height}.",
  advice: "Name a height up to the last block.",
  details: ["height", "tip"],
});

export const chainUndone = defineError("CHAIN_UNDONE", "unavailable", {
  text: "The block whose state is read was undone.",
  advice: "Try again. Make a new fork of the chain.",
  details: ["height"],
});

export const definitionUnknown = defineError("DEFINITION_UNKNOWN", "unavailable", {
  text: "The network definition is not known: {message}",
  advice: "On the machine of the node, use its data directory: --offline --data-dir <dir>",
});

export const rootSpaceUnknown = defineError("ROOT_SPACE_UNKNOWN", "unavailable", {
  text: "The node does not show which space is its network's own.",
  advice: "On the machine of the node, use its data directory: --offline --data-dir <dir>",
});

export const cellsUnlisted = defineError("CELLS_UNLISTED", "refused", {
  text: "A node does not list its cells over HTTP.",
  advice: "On the machine of the node, use its data directory: --offline --data-dir <dir>",
});

export const replayFailed = defineError("REPLAY_FAILED", "refused", {
  text: "An earlier transaction of the same block fails when it is executed again.",
  advice: "Check the data of the node: chainnode data check",
  details: ["hash", "message"],
});

export const stateCells = defineError("STATE_CELLS", "usage", {
  text: "Invalid cells: {message}",
  advice: 'Write {"<attribute>": {"<key>": value}}, or {"<state key>": value}.',
});

export const evaluationInput = defineError("EVALUATION_INPUT", "usage", {
  text: "Invalid input: the member {name} must be {what}.",
  advice: "Correct the input.",
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

export const stepBreak = defineError("STEP_BREAK", "usage", {
  text: "'{text}' is no operator, line, write or failure to stop at.",
  advice:
    "Stop at an operator ($gte), a line of the source (token.ts:33), a write of a cell (write balance, write balance 9515) or what stops the run (failure).",
});
