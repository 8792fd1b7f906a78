import { defineError } from "../codec/define-error.js";

/** The errors of executing, verifying, undoing, importing and answering. */

/** The advice for a block that breaks a rule. */
const OF_A_BLOCK =
  "Nothing needs to be done if a peer sent the block. If a file was imported, export it again on a node whose data check passes.";

function ofABlock<const Text extends string>(code: string, text: Text) {
  return defineError(code, "refused", { text, advice: OF_A_BLOCK });
}

export const blockHash = ofABlock(
  "BLOCK_HASH",
  "The hash of main block {height} does not match its content.",
);

export const blockExecution = ofABlock(
  "BLOCK_EXECUTION",
  "The hash of main block {height} does not match its execution.",
);

export const blockUpdates = defineError("BLOCK_UPDATES", "refused", {
  text: "The updates that main block {height} lists do not match its execution.",
  advice: OF_A_BLOCK,
  details: ["key?"],
});

export const blockTransaction = defineError("BLOCK_TRANSACTION", "refused", {
  text: "A transaction of main block {height} fails.",
  advice: OF_A_BLOCK,
  details: ["hash?", "reason?"],
});

export const noRoomInBlock = defineError("NO_ROOM_IN_BLOCK", "busy", {
  text: "Too long processing. ",
  advice: "If the transaction gets into no later block, send it again with a new timestamp.",
  about:
    "The transactions before it in the block leave it too little of the block's work (PROTOCOL 15.8, 16.9).",
});

export const blockFixed = defineError("BLOCK_FIXED", "refused", {
  text: "Cannot undo {chain} block {height}: it is fixed.",
  advice: "Other nodes never undo fixed blocks. To rewind this node all the same: chainnode data rewind",
});

export const rewindFixed = defineError("REWIND_FIXED", "refused", {
  text: "Blocks above height {height} are fixed.",
  advice:
    "Other nodes never undo these blocks. If all nodes of the network agree to, or there is no other node, use --force-below-fixed.",
  details: ["height", "fixed_main_height"],
});

export const rewindHeight = defineError("REWIND_HEIGHT", "usage", {
  text: "The chain ends at height {last}.",
  advice: "Name a height that the chain has.",
  details: ["height", "last"],
});

export const resourceChainEmpty = defineError("RESOURCE_CHAIN_EMPTY", "refused", {
  text: "There is no resource block to undo.",
  advice: "Nothing needs to be done.",
});

export const resourceBlockMain = ofABlock(
  "RESOURCE_BLOCK_MAIN",
  "Resource block {height} names a main block that this chain does not have.",
);

export const receiptRound = ofABlock(
  "RECEIPT_ROUND",
  "A receipt of resource block {height} names a main block that this chain does not have.",
);

export const resourceBlockMissing = defineError("RESOURCE_BLOCK_MISSING", "refused", {
  text: "The resource block {height} that is due for payment is missing.",
  advice: "Check the data of the node: chainnode data check",
});

export const blockDamaged = defineError("BLOCK_DAMAGED", "local", {
  text: "The stored {block} is damaged.",
  advice: "Find out how far the chain is intact: chainnode data check",
});

export const blockUnreadable = defineError("BLOCK_UNREADABLE", "local", {
  text: "The {chain} block {height} cannot be read.",
  advice: "It is damaged, or it was undone at this moment. Find out which: chainnode data check",
  details: ["chain", "height"],
});

export const importFork = defineError("IMPORT_FORK", "refused", {
  text: "The chain already has another block at this height.",
  advice: "The chains diverge below the last block. Import into a new data directory.",
});

export const itemsMalformed = defineError("ITEMS_MALFORMED", "local", {
  text: "Invalid file of blocks in line {line}, column {column}: {reason}.",
  advice: "Give a JSON array of full blocks in order, or one full block a line.",
  details: ["line", "column"],
});

export const addressInvalid = defineError("ADDRESS_INVALID", "refused", {
  text: "Invalid address.",
  advice: "Give an address of 44 lower-case hex characters.",
  details: ["address?"],
});

export const answerTooLong = defineError("ANSWER_TOO_LONG", "refused", {
  text: "Too long processing. ",
  advice: "Ask for fewer blocks or transactions at a time.",
});

export const machineBusy = defineError("MACHINE_BUSY", "busy", {
  text: "Too many long executions are running.",
  advice: "Try again in a few seconds.",
});

export const machineThread = defineError("MACHINE_THREAD", "unavailable", {
  text: "A thread ended before its execution was done.",
  advice: "Try again.",
});

export const machineMemory = defineError("MACHINE_MEMORY", "refused", {
  text: "The call takes more memory than this node gives to one.",
  advice: "Shorten its parameters, or what it reads, decodes and keeps.",
});

export const signatureThread = defineError("SIGNATURE_THREAD", "unavailable", {
  text: "A thread ended before its signatures were verified.",
  advice: "Try again.",
});

export const resourceBlockPast = defineError("RESOURCE_BLOCK_PAST", "refused", {
  text: "Resource block {height} is dated more than a confirm interval before the last main block.",
  advice:
    "Nothing needs to be done if a peer sent the block. A miner must date its blocks by the current time.",
  details: ["timestamp", "tip"],
});

export const resourceBlockCheckpoint = defineError("RESOURCE_BLOCK_CHECKPOINT", "refused", {
  text: "Resource block {height} is not the one of the network definition's checkpoint.",
  advice:
    "Nothing needs to be done if a peer sent the block. Otherwise correct [checkpoint] in network.toml.",
  details: ["checkpoint"],
});

export const blockResource = defineError("BLOCK_RESOURCE", "refused", {
  text: "Main block {height} does not name the resource block that determines its validators.",
  advice:
    "Nothing needs to be done if a peer sent the block. A program that makes blocks must follow docs/protocol/16-rules-2.md.",
  details: ["height", "expected?"],
  about:
    "In a network of rules 2 each main block names the resource block at its confirmed height; in one of rules 1 no block does (PROTOCOL 16.2).",
});

export const keepInvalid = defineError("KEEP_INVALID", "usage", {
  text: "{keep} does not say what to keep.",
  advice: "Write all, blocks=N or days=D, with a number of at least 1.",
  details: ["keep"],
});
