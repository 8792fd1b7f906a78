import { messageOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import type { Context } from "../../src/cli/command.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { OpenLedger } from "../../src/data/chain/open-ledger.js";
import { HEIGHT, objectOf } from "../../src/records/operations/json-schema.js";

/** Works on the ledger of a data directory whose node is stopped. Throws `DATA_DIRECTORY_IN_USE`. */
export async function withLedger<T>(
  context: Context,
  work: (ledger: Ledger, opened: OpenLedger) => Promise<T>,
): Promise<T> {
  const { openLedger } = await import("../../src/data/chain/open-ledger.js");
  const directory = await context.workspace.directory();
  const opened = await openLedger(directory);
  try {
    return await work(opened.ledger, opened);
  } finally {
    await opened.close();
  }
}

export const CHAIN_HEIGHTS = objectOf({ main_height: HEIGHT, resource_height: HEIGHT });

export function heightsOf({ tip, resourceChain }: Ledger): ChainHeights {
  return { main: tip.height, resource: resourceChain.tip?.height ?? 0 };
}

export function heightsOutcome({ main, resource }: ChainHeights): Outcome {
  return messageOutcome(
    { main_height: BigInt(main), resource_height: BigInt(resource) },
    `The chain now ends at main block ${main} and resource block ${resource}.`,
  );
}
