import { ChainError } from "../../codec/chain-error.js";
import type { Method } from "../../records/code.js";
import type { ChainSource } from "./chain-source.js";

/** The system contracts that depend on the genesis and manager addresses (PROTOCOL 6.9, 6.10). */
const ASKS_DEFINITION: ReadonlySet<string> = new Set(["Genesis", "Grant"]);

type Known = Pick<ChainSource, "isDefinitionKnown" | "network">;

/** Throws `DEFINITION_UNKNOWN` for a contract that cannot be run without the network's definition. */
export function assertDefinitionKnown({ isDefinitionKnown, network }: Known, method: Method): void {
  if (method.space !== network.rootSpace || !ASKS_DEFINITION.has(method.name)) return;
  // The public network's built-in definition names its genesis address but no managers.
  if (isDefinitionKnown && network.manager_addresses.length > 0) return;
  throw definitionUnknown(`${method.name} asks who manages the network, and a node does not say. `);
}

/** The same for results that depend on the network's constants. */
export function assertConstantsKnown({ isDefinitionKnown }: Known, asker: string): void {
  if (isDefinitionKnown) return;
  throw definitionUnknown(`${asker} follow from the network's constants, and a node does not say them. `);
}

function definitionUnknown(message: string): ChainError {
  return new ChainError("DEFINITION_UNKNOWN", message, {
    kind: "unavailable",
    advice: "Where its data directory is at hand: --offline --data-dir <dir>",
  });
}
