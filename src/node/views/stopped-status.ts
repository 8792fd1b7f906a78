import { ChainError } from "../../codec/chain-error.js";
import { Ledger } from "../../ledger/ledger.js";
import { createNetwork } from "../../records/network.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { openStoreToRead } from "../directory/open-store.js";

/** How far the chain of a data directory came, with the names that a running node's status has. */
export interface StoppedStatus {
  readonly network: string;
  readonly height: bigint;
  readonly resource_height: bigint;
  readonly fixed_height: bigint;
}

/** Null where there is no chain. Throws what is wrong with the one that is there. */
export async function readStoppedStatus(directory: DataDirectory): Promise<StoppedStatus | null> {
  const opened = await openStoreToRead(directory).catch((error: unknown) => {
    if (error instanceof ChainError && NO_CHAIN.has(error.code)) return null;
    throw error;
  });
  if (opened === null) return null;
  const { store, definition } = opened;
  try {
    const { tip, resourceChain } = await Ledger.open(store, createNetwork(definition));
    return {
      network: definition.network_name,
      height: BigInt(tip.height),
      resource_height: BigInt(resourceChain.tip?.height ?? 0),
      fixed_height: BigInt(resourceChain.fixedHeight),
    };
  } finally {
    await store.close();
  }
}

const NO_CHAIN: ReadonlySet<string> = new Set(["DATA_DIRECTORY_MISSING", "CHAIN_MISSING"]);
