import { ChainError } from "../../codec/chain-error.js";
import { Ledger } from "../../ledger/ledger.js";
import { createNetwork } from "../../records/network.js";
import { isInitialized, readDefinition, type DataDirectory } from "../directory/data-directory.js";
import { findLoss, findLossOfAll, lossText } from "../directory/chain-loss.js";
import { openStoreToRead } from "../directory/open-store.js";

/** How far the chain of a data directory came, with the names that a running node's status has. */
export interface StoppedStatus {
  readonly network: string;
  readonly height: bigint;
  readonly resource_height: bigint;
  readonly fixed_height: bigint;
  /** Which block is lost, null when none is. */
  readonly fault: string | null;
}

/** Null where there is no chain and was none. Throws what is wrong with the one that is there. */
export async function readStoppedStatus(directory: DataDirectory): Promise<StoppedStatus | null> {
  const opened = await openStoreToRead(directory).catch((error: unknown) => {
    if (error instanceof ChainError && NO_CHAIN.has(error.code)) return null;
    throw error;
  });
  if (opened === null) return isInitialized(directory) ? statusOfNone(directory) : null;
  const { store, definition } = opened;
  try {
    const loss = await findLoss(directory, store);
    const { tip, resourceChain } = await Ledger.open(store, createNetwork(definition));
    return {
      network: definition.network_name,
      height: BigInt(tip.height),
      resource_height: BigInt(resourceChain.tip?.height ?? 0),
      fixed_height: BigInt(resourceChain.fixedHeight),
      fault: loss === null ? null : lossText(loss),
    };
  } finally {
    await store.close();
  }
}

/** A database that was deleted leaves notes beside it. */
async function statusOfNone(directory: DataDirectory): Promise<StoppedStatus | null> {
  const loss = await findLossOfAll(directory);
  if (loss === null) return null;
  const { network_name } = await readDefinition(directory);
  return { network: network_name, height: 0n, resource_height: 0n, fixed_height: 0n, fault: lossText(loss) };
}

const NO_CHAIN: ReadonlySet<string> = new Set(["DATA_DIRECTORY_MISSING", "CHAIN_MISSING"]);
