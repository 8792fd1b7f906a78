import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { floorToInterval } from "../../src/records/round-time.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import type { TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";

const ACCOUNTS = devAccounts();
const SIGNERS = ACCOUNTS.map((account) => new FastSigner(account));

/**
 * Submits a number of transfers and lets the node seal them in a block. Their times are in the two intervals before the
 * block's, because an interval accepts few transactions beyond half a block from each signer (PROTOCOL 15.2).
 */
export async function sealTransfers({ node, clock, run }: TestNode, count: number): Promise<void> {
  const interval = node.ledger.network.constants.main_chain_interval;
  await clock.advance(2 * interval);
  const roundTime = floorToInterval(clock.nowUs(), interval);
  const transfers = Array.from({ length: count }, (_, index) => {
    const timestamp = roundTime - (index % 2) * interval - Math.floor(index / 2);
    const recipient = ACCOUNTS[(index + 1) % ACCOUNTS.length]?.address ?? "";
    const signed = SIGNERS[index % SIGNERS.length]?.transfer(recipient, timestamp);
    return readSignedTransaction({
      transaction: parseJson(signed?.transaction ?? ""),
      public_key: signed?.public_key,
      signature: signed?.signature,
    });
  });
  await Promise.all(transfers.map((transfer) => node.submit(transfer)));
  await run(node.whenIncluded(transfers.map(({ hash }) => hash)));
}
