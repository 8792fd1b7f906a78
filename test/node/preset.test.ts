import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll, type TransactionSubmitter } from "../../src/node/preset.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";

const [signer] = devAccounts() as [KeyPair];

/** An includer that accepts every transaction. Each wait takes a virtual second and ends with the next of `ends`. */
function includerThat(ends: (ChainError | null)[]): {
  node: TransactionSubmitter;
  sent: SignedTransaction[];
} {
  const clock = new VirtualClock(1_800_000_000_000_000);
  const sent: SignedTransaction[] = [];
  const node: TransactionSubmitter = {
    clock,
    ledger: { network: createNetwork(PUBLIC_NETWORK) },
    submit: async (transaction) => void sent.push(transaction),
    async whenIncluded() {
      await clock.advance(1_000_000);
      const end = ends.shift() ?? null;
      if (end !== null) throw end;
    },
  };
  return { node, sent };
}

const failure = (code: string): ChainError => new ChainError(code, "It is not in a block. ");

describe("A transaction that prepares a new chain", () => {
  it("is signed and sent again when it was too late for its round", async () => {
    const ends = [failure("TRANSACTION_DROPPED"), failure("TRANSACTION_OVERTAKEN"), null];
    const { node, sent } = includerThat(ends);
    await includeAll(node, signer, [{ type: "Faucet" }]);
    const [first, second, third] = sent.map(({ timestamp }) => timestamp);
    expect(sent).to.have.length(3);
    expect([second, third]).to.deep.equal([(first ?? 0) + 1_000_000, (first ?? 0) + 2_000_000]);
  });

  it("fails when it is refused, and when it is too late ten times", async () => {
    const refused = includerThat([failure("EXECUTION_FAILED")]);
    await expectRejection(
      includeAll(refused.node, signer, [{ type: "Faucet" }]),
      "EXECUTION_FAILED",
      "refused",
    );
    expect(refused.sent).to.have.length(1);
    const late = includerThat(Array.from({ length: 20 }, () => failure("TRANSACTION_DROPPED")));
    await expectRejection(
      includeAll(late.node, signer, [{ type: "Faucet" }]),
      "TRANSACTION_DROPPED",
      "refused",
    );
    expect(late.sent).to.have.length(10);
  });
});
