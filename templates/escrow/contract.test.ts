import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertRefused, sandbox } from "chainnode/testing";
import { BalanceOf, Mint, Open, Refund, Release } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
const deal = "a bicycle";
const DAY_S = 86_400;
await chain.publish(Mint, Open, Release, Refund, BalanceOf);
await chain.send(Mint, { to: alice, amount: "100" });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const open = (changes = {}) =>
  chain.send(Open, {
    deal,
    seller: bob,
    amount: "60",
    deadline: chain.timeUs + DAY_S * 1_000_000,
    ...changes,
  });
const balanceOf = async (of: typeof alice) => chain.call(BalanceOf, { of });

test("only the issuer mints, above zero", async () => {
  await assertRefused(chain.send(Mint, { to: "ab", amount: "1" }), "An address has 44 characters.");
  await assertRefused(chain.send(Mint, { to: bob, amount: "1" }, { from: bob }), "Only the issuer mints.");
  await assertRefused(chain.send(Mint, { to: bob, amount: "0" }), "The amount must be greater than zero.");
});

test("a deal locks the buyer's amount and releases it to the seller", async () => {
  await open();
  deepEqual(await balanceOf(alice), { balance: "40" });
  await assertRefused(chain.send(Release, { deal, seller: bob }, { from: bob }), "Only the buyer releases");
  await assertRefused(chain.send(Release, { deal, seller: carol }), "The seller is another one.");
  await chain.send(Release, { deal, seller: bob });
  deepEqual(await balanceOf(bob), { balance: "60" });
  await assertRefused(chain.send(Release, { deal, seller: bob }), "Only the buyer releases");
});

test("a deal is opened once, for an amount that the buyer has, before its deadline", async () => {
  await assertRefused(open({ seller: "ab" }), "An address has 44 characters.");
  await assertRefused(open({ amount: "0" }), "The amount must be greater than zero.");
  await assertRefused(open({ amount: "100.1" }), "The balance is too low.");
  await assertRefused(open({ deadline: 1 }), "The deadline has passed.");
  await open({ amount: "50" });
  await assertRefused(open({ amount: "50" }), "The deal exists.");
});

test("the buyer is paid back after the deadline, once", async () => {
  await open();
  await assertRefused(chain.send(Refund, { deal }), "The deadline has not passed.");
  await chain.warp(DAY_S + 1);
  await assertRefused(chain.send(Refund, { deal }, { from: bob }), "Only the buyer is paid back.");
  await chain.send(Refund, { deal });
  deepEqual(await balanceOf(alice), { balance: "100" });
  await assertRefused(chain.send(Refund, { deal }), "Only the buyer is paid back.");
});
