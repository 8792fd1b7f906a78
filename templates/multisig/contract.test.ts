import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertRefused, sandbox } from "chainnode/testing";
import { Approve, BalanceOf, Execute, Mint, Propose } from "./contract.ts";

const chain = await sandbox();
const [, bob, carol, dave] = chain.accounts;
const payment = "rent of May";
await chain.publish(Mint, Propose, Approve, Execute, BalanceOf);
await chain.send(Mint, { amount: "100" });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const propose = (changes = {}) => chain.send(Propose, { payment, to: dave, amount: "60", ...changes });
const execute = () => chain.send(Execute, { payment, to: dave }, { from: carol });

test("two owners pay together", async () => {
  await propose();
  await chain.send(Approve, { payment });
  await assertRefused(execute(), "Two owners must approve it.");
  await assertRefused(chain.send(Approve, { payment }), "You have approved it.");
  await chain.send(Approve, { payment }, { from: bob });
  await assertRefused(chain.send(Execute, { payment, to: bob }), "The recipient is another one.");
  await execute();
  deepEqual(await chain.call(BalanceOf, { of: dave }), { balance: "60" });
  deepEqual(await chain.read(Mint, "held"), "40");
  await assertRefused(execute(), "It has been paid.");
});

test("others take no part", async () => {
  const others = { from: dave };
  await assertRefused(chain.send(Mint, { amount: "1" }, others), "Only an owner fills the wallet.");
  await assertRefused(
    chain.send(Propose, { payment, to: dave, amount: "1" }, others),
    "Only an owner proposes.",
  );
  await assertRefused(chain.send(Approve, { payment }, others), "Only an owner approves.");
  await assertRefused(chain.send(Execute, { payment, to: dave }, others), "Only an owner executes.");
});

test("a payment is proposed once, to an address, above zero", async () => {
  await assertRefused(propose({ to: "ab" }), "An address has 44 characters.");
  await assertRefused(propose({ amount: "0" }), "The amount must be greater than zero.");
  await assertRefused(chain.send(Mint, { amount: "0" }), "The amount must be greater than zero.");
  await assertRefused(chain.send(Approve, { payment }), "The payment does not exist.");
  await propose();
  await assertRefused(propose(), "The payment exists.");
});

test("the wallet pays no more than it holds", async () => {
  await propose({ amount: "101" });
  for (const from of [bob, carol]) await chain.send(Approve, { payment }, { from });
  await assertRefused(execute(), "The wallet holds too little.");
  deepEqual(await chain.call(BalanceOf, { of: dave }), { balance: "0" });
});
