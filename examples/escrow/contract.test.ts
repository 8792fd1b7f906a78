import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { BalanceOf, DealOf, Decide, Issue, Open, Refund, Release, Return } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol, dave] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const deal = "a bicycle";
const YEAR_US = 31_536_000_000_000;
await chain.publish(Issue, Open, Release, Return, Decide, Refund, DealOf, BalanceOf);
await chain.send(Issue, { to: alice, amount: "100" });
const deadline = chain.timeUs + 86_400_000_000;
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const NO_ADDRESSES = ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`];
/** Alice buys from bob, and carol is the arbiter. */
const open = (changes = {}, settings = {}) =>
  chain.send(Open, { deal, seller: bob, arbiter: carol, amount: "60", deadline, ...changes }, settings);
const release = (changes = {}) => chain.send(Release, { deal, seller: bob, ...changes });
const giveBack = (changes = {}, from = bob) =>
  chain.send(Return, { buyer: alice, deal, ...changes }, { from });
const decide = (changes = {}, settings = {}) =>
  chain.send(
    Decide,
    { buyer: alice, deal, seller: bob, for_seller: true, ...changes },
    { from: carol, ...settings },
  );
const refund = (settings = {}) => chain.send(Refund, { deal }, settings);
const balanceOf = (of: typeof alice) => chain.call(BalanceOf, { of });
/** What refuses each way out of a deal that does not exist, or is over. */
const assertNotOpen = async () => {
  await assertRefused(release(), "The deal is not open.");
  await assertRefused(giveBack(), "The deal is not open.");
  await assertRefused(decide(), "The deal is not open.");
  await assertRefused(refund(), "The deal is not open.");
};
const assertOver = async () => {
  await assertNotOpen();
  await assertRefused(open({ amount: "1" }), "The deal exists.");
};

test("only the issuer issues money", async () => {
  await chain.send(Issue, { to: alice, amount: "1" });
  deepEqual(await balanceOf(alice), { balance: "101" });
  deepEqual(await balanceOf(dave), { balance: "0" });
  await assertRefused(chain.send(Issue, { to: bob, amount: "1" }, { from: bob }), "Only the issuer");
});

test("a deal locks the buyer's amount", async () => {
  const nothing = { seller: null, arbiter: null, amount: "0", deadline: null };
  deepEqual(await chain.call(DealOf, { buyer: alice, deal }), nothing);
  await assertNotOpen();
  await open();
  deepEqual(await balanceOf(alice), { balance: "40" });
  deepEqual(await chain.call(DealOf, { buyer: alice, deal }), {
    seller: bob?.address,
    arbiter: carol?.address,
    amount: "60",
    deadline: BigInt(deadline),
  });
  deepEqual(await chain.call(DealOf, { buyer: bob, deal }), nothing);
});

test("the buyer releases the amount to the seller, once", async () => {
  await open();
  await assertRefused(release({ seller: dave }), "The deal has another seller.");
  await assertRefused(chain.send(Release, { deal, seller: bob }, { from: bob }), "The deal is not open.");
  await assertChanges(release(), [
    { attribute: "amount", old: "60", new: "0" },
    { attribute: "balance", key: bob, old: null, new: "60" },
  ]);
  await assertOver();
});

test("the seller returns the amount, once", async () => {
  await open();
  await assertRefused(giveBack({}, alice), "Only the seller returns the amount.");
  await assertRefused(giveBack({}, carol), "Only the seller returns the amount.");
  await giveBack();
  deepEqual(await balanceOf(alice), { balance: "100" });
  await assertOver();
});

test("the arbiter decides for one of the two, once", async () => {
  await open();
  for (const from of [alice, bob, dave])
    await assertRefused(decide({}, { from }), "Only the arbiter decides.");
  await assertRefused(decide({ seller: carol }), "The deal has another seller.");
  await decide();
  deepEqual(await balanceOf(bob), { balance: "60" });
  await assertOver();
  const second = { deal: "a car", amount: "40" };
  await open(second);
  await decide({ deal: "a car", for_seller: false });
  deepEqual(await balanceOf(alice), { balance: "40" });
  deepEqual(await balanceOf(bob), { balance: "60" });
});

test("the arbiter decides until the deadline, and the buyer is paid back after it", async () => {
  await open();
  await chain.warp(86_500);
  await assertRefused(decide({}, { timestampUs: deadline + 1 }), "The deadline has passed.");
  await assertRefused(refund({ timestampUs: deadline }), "The deadline has not passed.");
  await assertRefused(refund({ from: bob }), "The deal is not open.");
  const late = await chain.snapshot();
  await decide({}, { timestampUs: deadline });
  await chain.revert(late);
  await refund({ timestampUs: deadline + 1 });
  deepEqual(await balanceOf(alice), { balance: "100" });
  await assertRefused(refund(), "The deal is not open.");
});

test("of two ways out in one block, one is taken", async () => {
  await open();
  await chain.submit(Release, { deal, seller: bob });
  const second = await chain.submit(Return, { buyer: alice, deal }, { from: bob });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "The deal is not open.");
  deepEqual(await balanceOf(alice), { balance: "40" });
  deepEqual(await balanceOf(bob), { balance: "60" });
});

test("the buyer has the amount, and it may be the whole balance", async () => {
  await assertRefused(open({ amount: "101" }), "The balance is too low.");
  await assertRefused(open({ amount: "1" }, { from: dave }), "The balance is too low.");
  await open({ amount: "100" });
  deepEqual(await balanceOf(alice), { balance: "0" });
});

test("the deadline is to come, within a year", async () => {
  const timestampUs = deadline;
  await chain.warp(86_500);
  await assertRefused(open({ deadline }, { timestampUs }), "The deadline has passed.");
  await assertRefused(
    open({ deadline: deadline + YEAR_US + 1 }, { timestampUs }),
    "The deadline must be within a year.",
  );
  const late = await chain.snapshot();
  await open({ deadline: deadline + 1 }, { timestampUs });
  await chain.revert(late);
  await open({ deadline: deadline + YEAR_US }, { timestampUs });
});

test("no one takes the name of another buyer's deal", async () => {
  await chain.send(Issue, { to: dave, amount: "1" });
  await open({ seller: dave, amount: "1" }, { from: dave });
  await open();
  await release();
  deepEqual(await balanceOf(bob), { balance: "60" });
});

test("amounts are whole numbers above zero", async () => {
  for (const amount of NO_AMOUNTS) {
    await assertRefused(chain.send(Issue, { to: bob, amount }), "The amount must be a whole number above");
    await assertRefused(open({ amount }), "The amount must be a whole number above");
  }
});

test("addresses have one spelling", async () => {
  for (const spelled of NO_ADDRESSES) {
    await assertRefused(chain.send(Issue, { to: spelled, amount: "1" }), "The recipient must be an address.");
    await assertRefused(open({ seller: spelled }), "The seller must be an address.");
    await assertRefused(open({ arbiter: spelled }), "The arbiter must be an address.");
    await assertRefused(giveBack({ buyer: spelled }), "The buyer must be an address.");
    await assertRefused(decide({ buyer: spelled }), "The buyer must be an address.");
  }
});

test("money is either in a balance or in a deal, whatever is called", async () => {
  const cents = (state: FuzzState, attribute: string) => BigInt(state.supply(Open, attribute));
  const invariants = {
    money: (state: FuzzState) => cents(state, "balance") + cents(state, "amount") === 300n,
    noDebt: (state: FuzzState) =>
      state.accounts.every((account) => !String(state.read(Open, "balance", account)).startsWith("-")),
  };
  await assertProperties([Open, Release, Return, Decide, Refund], {
    scene: ({ accounts: [alice, bob, carol, zoe], timeUs }) => {
      const deadline = timeUs + 3_600_000_000;
      const given = { deal, arbiter: carol, amount: "60", deadline };
      return {
        calls: [
          [Issue, { to: alice, amount: "100" }],
          [Issue, { to: bob, amount: "100" }],
          [Issue, { to: zoe, amount: "100" }],
          [Open, { ...given, seller: bob }],
          [Open, { ...given, seller: zoe }, bob],
          [Open, { ...given, seller: alice }, zoe],
        ],
        values: { deal: [deal, "a car"], amount: ["40", "100"], deadline: [deadline] },
      };
    },
    invariants,
  });
});
