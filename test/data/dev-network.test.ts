import { expect } from "chai";
import { memberOf, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { contractToText } from "../../src/system/classic-code.js";
import { SEND_3 } from "../../src/system/codes.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { listTransactions } from "../../src/store/reads.js";

describe("A development node on a virtual clock", () => {
  let test: TestNode;
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];

  const balanceOf = async (address: string): Promise<Value | undefined> => {
    const answer = await test.node.request({
      request: new Map([
        ["type", "GetBalance"],
        ["address", address],
      ]),
    });
    return "value" in answer ? memberOf(answer.value, "balance") : undefined;
  };

  beforeEach(async () => {
    test = await startDevNode();
  });
  afterEach(() => test.node.stop());

  it("has the codes of the dev preset: four classic codes, Faucet and Publish (PROTOCOL 6.17)", () => {
    expect(test.node.ledger.registry.counts()).to.deep.equal({ contracts: 5, requests: 1 });
  });

  it("has given each development account the amount of Faucet (PROTOCOL 6.16, 6.17)", async () => {
    for (const { address } of devAccounts())
      expect(await balanceOf(address)).to.equal("30000000000000000000000");
  });

  it("makes only the first account a network manager, which can register code (PROTOCOL 6.10, 6.13)", async () => {
    const { node, run } = test;
    const code = contractToText({ ...SEND_3, name: "Second" }, node.ledger.network.rootSpace);
    const byBob: unknown = await run(includeAll(node, bob, [{ type: "Register", code }])).catch(
      (error: unknown) => error,
    );
    expect(byBob).to.include({ message: "You are not network manager. " });
    await run(includeAll(node, alice, [{ type: "Register", code }]));
    expect(node.ledger.registry.counts()).to.deep.equal({ contracts: 6, requests: 1 });
  });

  it("does not grant rights again that the first account has revoked (PROTOCOL 6.11), and is prepared only once", async () => {
    const { node, run } = test;
    await run(includeAll(node, alice, [{ type: "Revoke" }]));
    const { height } = node.ledger.tip;
    await run(prepareDevChain(node));
    expect(node.ledger.tip.height).to.equal(height);
  });

  it("seals a transfer and takes its fee by its actual size (PROTOCOL 6.14)", async () => {
    const { node, run } = test;
    const { height } = node.ledger.tip;
    await run(includeAll(node, alice, [{ type: "Send", to: bob.address, amount: "5" }]));
    expect(node.ledger.tip.height).to.equal(height + 1);
    expect(await balanceOf(bob.address)).to.equal("30000000000000000000005");
    const [sent] = await listTransactions(node.ledger.store, { page: 1, count: 1 });
    const fee = BigInt(sent?.record.length ?? 0) * 1_000_000n;
    expect(await balanceOf(alice.address)).to.equal(String(30_000n * 10n ** 18n - 5n - fee));
  });

  it("refuses a transaction that its contract refuses, with the contract's message (PROTOCOL 5.6)", async () => {
    const { node, run } = test;
    const transfer = run(
      includeAll(node, alice, [{ type: "Send", to: bob.address, amount: `9${"0".repeat(30)}` }]),
    );
    const failure: unknown = await transfer.catch((error: unknown) => error);
    expect(failure).to.include({
      code: "EXECUTION_FAILED",
      message: "You can't send more than what you have. ",
    });
  });
});
