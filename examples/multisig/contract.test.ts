import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { Approve, BalanceOf, Deposit, Execute, Held, Issue, PaymentOf, Propose } from "./contract.ts";

const chain = await sandbox();
/** Alice, bob and carol are the owners. */
const [alice, bob, carol, dave] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const payment = "rent of May";
await chain.publish(Issue, Deposit, Propose, Approve, Execute, PaymentOf, Held, BalanceOf);
await chain.send(Issue, { to: dave, amount: "100" });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const propose = (changes = {}, from = alice) =>
  chain.send(Propose, { payment, to: dave, amount: "60", ...changes }, { from });
const approve = (from = alice, changes = {}) =>
  chain.send(Approve, { payment, to: dave, amount: "60", ...changes }, { from });
const execute = (changes = {}, from = carol) =>
  chain.send(Execute, { payment, to: dave, ...changes }, { from });
const fill = (amount = "80") => chain.send(Deposit, { amount }, { from: dave });
const balanceOf = (of: typeof alice) => chain.call(BalanceOf, { of });

test("only the issuer issues money", async () => {
  await assertRefused(chain.send(Issue, { to: bob, amount: "1" }, { from: bob }), "Only the issuer");
  await chain.send(Issue, { to: dave, amount: "1" });
  deepEqual(await balanceOf(dave), { balance: "101" });
  deepEqual(await balanceOf(bob), { balance: "0" });
  for (const to of ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`])
    await assertRefused(chain.send(Issue, { to, amount: "1" }), "The recipient must be an address.");
});

test("anyone fills the wallet from the own balance", async () => {
  deepEqual(await chain.call(Held), { held: "0" });
  await assertRefused(fill("101"), "The balance is too low.");
  await assertRefused(chain.send(Deposit, { amount: "1" }, { from: bob }), "The balance is too low.");
  await assertChanges(fill("100"), [
    { attribute: "balance", key: dave, old: "100", new: "0" },
    { attribute: "held", old: null, new: "100" },
  ]);
  deepEqual(await chain.call(Held), { held: "100" });
});

test("two owners pay together, once", async () => {
  await fill();
  await propose();
  await approve(alice);
  await assertRefused(execute(), "Two owners must approve it.");
  await assertRefused(approve(alice), "The sender has approved it.");
  await approve(bob);
  await assertRefused(execute({ to: bob }), "The payment has another recipient.");
  await assertChanges(execute(), [
    { attribute: "paid", old: null, new: true },
    { attribute: "held", old: "80", new: "20" },
    { attribute: "balance", key: dave, old: "20", new: "80" },
  ]);
  await assertRefused(execute(), "It has been paid.");
  await chain.send(Issue, { to: dave, amount: "60" });
  await fill("60");
  await assertRefused(execute(), "It has been paid.");
});

test("every owner proposes, approves and executes, and no one else", async () => {
  const owners = [alice, bob, carol];
  await fill();
  for (const [index, owner] of owners.entries()) {
    const own = { payment: `payment ${index}`, amount: "1", to: bob };
    await propose(own, owner);
    for (const approver of owners) await approve(approver, own);
    await execute(own, owner);
  }
  deepEqual(await balanceOf(bob), { balance: "3" });
  await propose();
  await approve(alice);
  await approve(bob);
  await assertRefused(propose({ payment: "mine" }, dave), "Only an owner proposes.");
  await assertRefused(approve(dave), "Only an owner approves.");
  await assertRefused(execute({}, dave), "Only an owner executes.");
});

test("an approval is of a recipient and an amount, not only of a name", async () => {
  // Bob approves what alice is about to propose; carol is faster, with something else under the same name.
  await propose({ to: carol }, carol);
  await assertRefused(propose(), "The payment exists.");
  await assertRefused(approve(bob), "The payment has another recipient.");
  await propose({ payment: "rent of June", amount: "80" }, carol);
  await assertRefused(approve(bob, { payment: "rent of June" }), "The payment has another amount.");
});

test("no owner approves twice in one block", async () => {
  await propose();
  await chain.submit(Approve, { payment, to: dave, amount: "60" }, { from: bob });
  const second = await chain.submit(Approve, { payment, to: dave, amount: "60" }, { from: bob });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "The sender has approved it.");
  deepEqual(await chain.call(PaymentOf, { payment }), {
    to: dave?.address,
    amount: "60",
    approvals: "1",
    is_paid: false,
  });
});

test("a payment that does not exist is neither approved nor executed", async () => {
  const none = { to: null, amount: null, approvals: "0", is_paid: false };
  deepEqual(await chain.call(PaymentOf, { payment }), none);
  await assertRefused(approve(), "The payment has another recipient.");
  await assertRefused(execute(), "The payment has another recipient.");
  await propose();
  await assertRefused(execute(), "Two owners must approve it.");
});

test("the wallet pays what it holds, and no more", async () => {
  await propose({ amount: "1" });
  for (const owner of [bob, carol]) await approve(owner, { amount: "1" });
  await assertRefused(execute(), "The wallet holds too little.");
  await fill("1");
  await execute();
  deepEqual(await chain.call(Held), { held: "0" });
});

test("amounts are whole numbers above zero, and recipients are addresses", async () => {
  for (const amount of NO_AMOUNTS) {
    const sentence = "The amount must be a whole number above zero.";
    await assertRefused(chain.send(Issue, { to: bob, amount }), sentence);
    await assertRefused(fill(amount), sentence);
    await assertRefused(propose({ amount }), sentence);
  }
  for (const to of ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`])
    await assertRefused(propose({ to }), "The recipient must be an address.");
});

test("money is in a balance or in the wallet, whatever is called", async () => {
  const amount = (state: FuzzState, attribute: string) => BigInt(state.supply(Deposit, attribute));
  const invariants = {
    money: (state: FuzzState) => amount(state, "balance") + amount(state, "held") === 200n,
    noDebt: (state: FuzzState) => amount(state, "held") >= 0n,
  };
  await assertProperties([Deposit, Propose, Approve, Execute], {
    scene: ({ accounts: [, bob, , zoe] }) => ({
      calls: [
        [Issue, { to: zoe, amount: "200" }],
        [Deposit, { amount: "100" }, zoe],
        [Propose, { payment, to: zoe, amount: "60" }],
        [Approve, { payment, to: zoe, amount: "60" }],
        [Propose, { payment: "rent of June", to: bob, amount: "30" }, bob],
        [Approve, { payment: "rent of June", to: bob, amount: "30" }, bob],
      ],
      values: { payment: [payment, "rent of June"], amount: ["60", "30"], to: [zoe.address, bob.address] },
    }),
    invariants,
  });
  await assertProperties([Issue, Deposit, Propose, Approve, Execute]);
});
