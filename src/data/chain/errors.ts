import { defineError } from "../../codec/define-error.js";

/** The errors of the chain of a stopped node. */

export const derivedDamaged = defineError("DERIVED_DAMAGED", "local", {
  text: "The newly derived data did not reach the disk intact.",
  advice:
    "Nothing was changed. The disk or the memory of this machine fails: check the log of the operating system.",
  details: ["file", "reason"],
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
