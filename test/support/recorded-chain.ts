import type { Value } from "../../src/codec/value.js";
import { memberOf } from "../../src/codec/value.js";
import { importChains } from "../../src/ledger/import/import-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { createNetwork, type Network } from "../../src/records/network.js";
import { readNetworkDefinition } from "../../src/records/network-reader.js";
import { readResourceBlock, type ResourceBlock } from "../../src/records/resource-block.js";
import { each } from "./each.js";
import { listIn, mapIn, readVector } from "./vectors.js";

/** The chain of test/vectors/chain: one validator, 81 main blocks, 42 resource blocks. */

export function recordedNetwork(): Network {
  const recorded = mapIn(readVector("chain/network.json"));
  const constants = Array.from(mapIn(recorded.get("constants")), ([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return createNetwork(
    readNetworkDefinition({
      network_name: recorded.get("network_name"),
      system_nonce: recorded.get("system_nonce"),
      genesis_address: recorded.get("genesis_address"),
      manager_addresses: recorded.get("manager_addresses"),
      peers: [],
      constants: Object.fromEntries(constants),
    }),
  );
}

export function recordedMainBlocks(): readonly MainBlock[] {
  return listIn(readVector("chain/main.json")).map(readMainBlock);
}

export function recordedResourceBlocks(): readonly ResourceBlock[] {
  return listIn(readVector("chain/resource.json")).map(readResourceBlock);
}

/** The state after the last block, by kind and key. */
export function recordedState(kind: "universal" | "local"): ReadonlyMap<string, Value> {
  return mapIn(memberOf(readVector("chain/final_state.json"), kind));
}

/** A time when all recorded blocks are in the past, in µs. */
export const AFTER_THE_RECORDING_US = 1_800_000_000_000_000;

/** Imports the recorded chain into an empty ledger with full validation, as a whole or up to a main height. */
export function importRecordedChain(ledger: Ledger, height = Infinity): Promise<void> {
  const main = recordedMainBlocks().filter((block) => block.height <= height);
  const resource = recordedResourceBlocks().filter(({ main_height }) => main_height <= height);
  return importChains(
    ledger,
    { main: each(main), resource: each(resource) },
    { nowUs: AFTER_THE_RECORDING_US },
  );
}
