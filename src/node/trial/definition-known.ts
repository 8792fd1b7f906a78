import { ChainError } from "../../codec/chain-error.js";
import type { Method } from "../../records/code.js";
import type { ChainSource } from "./chain-source.js";

/** The system contracts that ask who the genesis address and the managers are (PROTOCOL 6). */
const ASKS_DEFINITION: ReadonlySet<string> = new Set(["Genesis", "Grant"]);

/** Throws `DEFINITION_UNKNOWN` for a contract that cannot be run without the network's definition. */
export function assertDefinitionKnown({ isDefinitionKnown, network }: ChainSource, method: Method): void {
  if (isDefinitionKnown || method.space !== network.rootSpace || !ASKS_DEFINITION.has(method.name)) return;
  throw new ChainError(
    "DEFINITION_UNKNOWN",
    `${method.name} asks who manages the network, and a node does not say. `,
    {
      kind: "unavailable",
      advice: "Where its data directory is at hand: --offline --data-dir <dir>",
    },
  );
}
