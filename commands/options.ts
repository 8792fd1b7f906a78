import type { OptionSpec } from "../src/cli/command.js";

/** The `chain_type` of Round and Broadcast (PROTOCOL 13.6). */
export const CHAIN_OPTION: OptionSpec = {
  name: "chain",
  placeholder: "chain",
  choices: ["main", "resource", "all"],
  description: "which chain is meant; the main chain when left out",
};

export const RESOURCE_OPTION: OptionSpec = {
  name: "resource",
  description: "the resource chain instead of the main chain",
};
