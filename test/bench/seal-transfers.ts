import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/node/network/dev-network.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import type { TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";

const ACCOUNTS = devAccounts();
const SIGNERS = ACCOUNTS.map((account) => new FastSigner(account));

/** Submits so many transfers and lets the node seal them in a block. */
export async function sealTransfers({ node, clock, run }: TestNode, count: number): Promise<void> {
  const now = clock.nowUs();
  const transfers = Array.from({ length: count }, (_, index) => {
    const recipient = ACCOUNTS[(index + 1) % ACCOUNTS.length]?.address ?? "";
    const signed = SIGNERS[index % SIGNERS.length]?.transfer(recipient, now + index);
    return readSignedTransaction({
      transaction: parseJson(signed?.transaction ?? ""),
      public_key: signed?.public_key,
      signature: signed?.signature,
    });
  });
  await Promise.all(transfers.map((transfer) => node.submit(transfer)));
  await run(node.whenIncluded(transfers.map(({ hash }) => hash)));
}
