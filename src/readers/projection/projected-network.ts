import type { ProjectorOptions } from "../projector/projector.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { DEFINITION_NOTE, networkToToml } from "../../data/directory/network-file.js";
import { networkIdentity } from "../../data/directory/open-store.js";

/** The options of a projector for a network. The database stores the definition, which readers need. */
export function projectedNetwork(
  definition: NetworkDefinition,
): Pick<ProjectorOptions, "network" | "identity" | "notes"> {
  return {
    network: createNetwork(definition),
    identity: networkIdentity(definition),
    notes: new Map([[DEFINITION_NOTE, networkToToml(definition)]]),
  };
}
