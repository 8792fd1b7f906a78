import { ChainError } from "../../codec/chain-error.js";
import { Ledger } from "../../ledger/ledger.js";
import { createNetwork } from "../../records/network.js";
import { DEFAULT_RULES } from "../../records/rules.js";
import { isInitialized, readDefinition, type DataDirectory } from "../../data/directory/data-directory.js";
import { findLoss, findLossOfAll, lossText } from "../../data/directory/chain-loss.js";
import { openStoreToRead } from "../../data/directory/open-store.js";

/** The status of a data directory whose node does not run, with the names of a running node's status. */
interface StoppedStatus {
  readonly network: string;
  readonly rules: bigint;
  readonly height: bigint;
  readonly resource_height: bigint;
  readonly fixed_height: bigint;
  /** A sentence about the lost block, null when no block is lost. */
  readonly fault: string | null;
}

/** Reads the status, null when there is no chain and never was one. Throws why a chain cannot be read. */
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
      rules: BigInt(definition.rules ?? DEFAULT_RULES),
      height: BigInt(tip.height),
      resource_height: BigInt(resourceChain.tip?.height ?? 0),
      fixed_height: BigInt(resourceChain.fixedHeight),
      fault: loss === null ? null : lossText(loss),
    };
  } finally {
    await store.close();
  }
}

/** Reads the status without a database, from the notes that are left when it was deleted. */
async function statusOfNone(directory: DataDirectory): Promise<StoppedStatus | null> {
  const loss = await findLossOfAll(directory);
  if (loss === null) return null;
  const { network_name, rules = DEFAULT_RULES } = await readDefinition(directory);
  const heights = { height: 0n, resource_height: 0n, fixed_height: 0n };
  return { network: network_name, rules: BigInt(rules), ...heights, fault: lossText(loss) };
}

const NO_CHAIN: ReadonlySet<string> = new Set(["DATA_DIRECTORY_MISSING", "CHAIN_MISSING"]);
