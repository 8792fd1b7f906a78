import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import {
  BalancesOf,
  BuyGold,
  BuySilver,
  IssueGold,
  IssueSilver,
  Open,
  Pool,
  Provide,
  Quote,
  Withdraw,
} from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const codes = [IssueGold, IssueSilver, Open, Provide, Withdraw, BuyGold, BuySilver, Pool, Quote, BalancesOf];
await chain.publish(...codes);
for (const to of [alice, bob]) {
  await chain.send(IssueGold, { to, amount: "100000" });
  await chain.send(IssueSilver, { to, amount: "400000" });
}
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const open = (changes = {}, settings = {}) =>
  chain.send(Open, { gold: "10000", silver: "40000", ...changes }, settings);
const provide = (shares: string, changes = {}, from = bob) =>
  chain.send(Provide, { shares, most_gold: "1000000", most_silver: "1000000", ...changes }, { from });
const withdraw = (shares: string, changes = {}, from = alice) =>
  chain.send(Withdraw, { shares, least_gold: "0", least_silver: "0", ...changes }, { from });
const buySilver = (amount: string, least = "1", from = bob) =>
  chain.send(BuySilver, { amount, least }, { from });
const buyGold = (amount: string, least = "1", from = bob) => chain.send(BuyGold, { amount, least }, { from });
const pool = () => chain.call(Pool);
const balancesOf = (of: typeof alice) => chain.call(BalancesOf, { of });

test("only the issuer issues gold and silver", async () => {
  for (const issue of [IssueGold, IssueSilver]) {
    await assertRefused(
      chain.send(issue, { to: bob, amount: "1" }, { from: bob }),
      "Only the issuer issues.",
    );
    await chain.send(issue, { to: carol, amount: "7" });
    await chain.send(issue, { to: carol, amount: "1" });
    for (const amount of NO_AMOUNTS)
      await assertRefused(chain.send(issue, { to: bob, amount }), "The amount must be a whole number");
    for (const to of ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`])
      await assertRefused(chain.send(issue, { to, amount: "1" }), "The recipient must be an address.");
  }
  deepEqual(await balancesOf(carol), { gold: "8", silver: "8", shares: "0" });
  deepEqual(await chain.call(BalancesOf, { of: zoe }), { gold: "0", silver: "0", shares: "0" });
});

test("the first provider sets the price, and gets a share for each unit of gold", async () => {
  deepEqual(await pool(), { gold: "0", silver: "0", shares: "0" });
  await open();
  deepEqual(await pool(), { gold: "10000", silver: "40000", shares: "10000" });
  deepEqual(await balancesOf(alice), { gold: "90000", silver: "360000", shares: "10000" });
  await assertRefused(open({}, { from: bob }), "The pool is open.");
});

test("the pool opens with what the sender has, and may open with all of it", async () => {
  await assertRefused(open({ gold: "100001" }), "There is too little gold.");
  await assertRefused(open({ silver: "400001" }), "There is too little silver.");
  await assertRefused(open({ gold: "1", silver: "1" }, { from: carol }), "There is too little gold.");
  await chain.send(IssueGold, { to: carol, amount: "1" });
  await assertRefused(open({ gold: "1", silver: "1" }, { from: carol }), "There is too little silver.");
  for (const amount of NO_AMOUNTS) {
    await assertRefused(open({ gold: amount }), "Both must be whole numbers above zero.");
    await assertRefused(open({ silver: amount }), "Both must be whole numbers above zero.");
  }
  await open({ gold: "100000", silver: "400000" });
  deepEqual(await balancesOf(alice), { gold: "0", silver: "0", shares: "100000" });
});

test("a purchase keeps the product, less the fee, and rounds down", async () => {
  await open();
  // 40000 · 997 / (10000 · 1000 + 1000 · 997) = 3626.44…, of 1000 gold.
  deepEqual(await chain.call(Quote, { amount: "1000" }), { silver: "3626", gold: "243" });
  await assertChanges(buySilver("1000", "3626"), [
    { attribute: "gold", key: bob, old: "100000", new: "99000" },
    { attribute: "pool gold", old: "10000", new: "11000" },
    { attribute: "pool silver", old: "40000", new: "36374" },
    { attribute: "silver", key: bob, old: "400000", new: "403626" },
  ]);
  await assertChanges(buyGold("3626", "994"), [
    { attribute: "silver", key: bob, old: "403626", new: "400000" },
    { attribute: "pool silver", old: "36374", new: "40000" },
    { attribute: "pool gold", old: "11000", new: "10006" },
    { attribute: "gold", key: bob, old: "99000", new: "99994" },
  ]);
});

test("a buyer gets the least that is named, or nothing happens", async () => {
  await open();
  await assertRefused(buySilver("1000", "3627"), "It gives less.");
  await buySilver("5000", "1", alice);
  await assertRefused(buySilver("1000", "3626"), "It gives less.");
});

test("of two purchases in one block, the second has the price that the first leaves", async () => {
  await open();
  await chain.submit(BuySilver, { amount: "1000", least: "3626" }, { from: bob });
  const second = await chain.submit(BuySilver, { amount: "1000", least: "3626" });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "It gives less.");
});

test("nothing is bought for nothing, nor given for nothing", async () => {
  await open({ gold: "40000", silver: "10000" });
  // 3 gold are worth less than one silver.
  await assertRefused(buySilver("3"), "It gives less.");
  for (const amount of NO_AMOUNTS) {
    await assertRefused(buySilver(amount), "The amount must be a whole number above zero.");
    await assertRefused(buyGold(amount), "The amount must be a whole number above zero.");
    await assertRefused(buySilver("3", amount), "The least must be a whole number above zero.");
    await assertRefused(buyGold("3", amount), "The least must be a whole number above zero.");
  }
});

test("nothing is bought from an empty pool", async () => {
  deepEqual(await chain.call(Quote, { amount: "1000" }), { silver: "0", gold: "0" });
  await assertRefused(buySilver("1000"), "It gives less.");
  await assertRefused(buyGold("1000"), "It gives less.");
});

test("the price is in the balance, and may be all of it", async () => {
  await open();
  const opened = await chain.snapshot();
  for (const [buy, issue, gold, silver] of [
    [buySilver, IssueGold, "0", "3626"],
    [buyGold, IssueSilver, "243", "0"],
  ] as const) {
    await assertRefused(buy("1", "1", carol), "The balance is too low.");
    await chain.send(issue, { to: carol, amount: "1000" });
    await assertRefused(buy("1001", "1", carol), "The balance is too low.");
    await buy("1000", "1", carol);
    deepEqual(await balancesOf(carol), { gold, silver, shares: "0" });
    await chain.revert(opened);
  }
});

test("shares cost both goods in the ratio of the pool, rounded up", async () => {
  await open();
  await buySilver("1", "3");
  // The pool has 10001 gold and 39997 silver for 10000 shares.
  await assertChanges(provide("100", { most_gold: "101", most_silver: "400" }), [
    { attribute: "gold", key: bob, old: "99999", new: "99898" },
    { attribute: "silver", key: bob, old: "400003", new: "399603" },
    { attribute: "pool gold", old: "10001", new: "10102" },
    { attribute: "pool silver", old: "39997", new: "40397" },
    { attribute: "share", key: bob, old: null, new: "100" },
    { attribute: "shares", old: "10000", new: "10100" },
  ]);
});

test("the smallest remainder is rounded up", async () => {
  await open();
  await buySilver("1", "3");
  const ratio = await chain.snapshot();
  await assertRefused(provide("1", { most_gold: "1" }), "It takes more gold.");
  await provide("1", { most_gold: "2" });
  await chain.revert(ratio);
  await assertRefused(provide("3333", { most_silver: "13331" }), "It takes more silver.");
  await provide("3333", { most_silver: "13332" });
});

test("shares that cost whole units are not rounded", async () => {
  await open();
  await provide("100", { most_gold: "100", most_silver: "400" });
  deepEqual(await pool(), { gold: "10100", silver: "40400", shares: "10100" });
});

test("a provider gives no more than the most that is named, and the balance", async () => {
  await assertRefused(provide("1"), "The pool is not open.");
  await open();
  await assertRefused(provide("100", { most_gold: "99" }), "It takes more gold.");
  await assertRefused(provide("100", { most_silver: "399" }), "It takes more silver.");
  await assertRefused(provide("100001"), "There is too little gold.");
  await chain.send(IssueGold, { to: bob, amount: "1" });
  await assertRefused(provide("100001"), "There is too little silver.");
  await assertRefused(provide("1", {}, carol), "There is too little gold.");
  await chain.send(IssueGold, { to: carol, amount: "1" });
  await assertRefused(provide("1", {}, carol), "There is too little silver.");
  await chain.send(IssueSilver, { to: carol, amount: "4" });
  await provide("1", {}, carol);
  for (const amount of NO_AMOUNTS) {
    await assertRefused(provide(amount), "The shares must be a whole number above zero.");
    if (amount === "0") continue;
    await assertRefused(provide("1", { most_gold: amount }), "The most must be whole numbers.");
    await assertRefused(provide("1", { most_silver: amount }), "The most must be whole numbers.");
  }
});

test("a provider without silver gives none", async () => {
  await open({ silver: "10000" });
  await chain.send(IssueGold, { to: carol, amount: "1" });
  await assertRefused(provide("1", {}, carol), "There is too little silver.");
});

test("shares are worth their part of the pool, rounded down", async () => {
  await open();
  await buySilver("1", "3");
  await assertChanges(withdraw("100", { least_gold: "100", least_silver: "399" }), [
    { attribute: "gold", key: alice, old: "90000", new: "90100" },
    { attribute: "silver", key: alice, old: "360000", new: "360399" },
    { attribute: "pool gold", old: "10001", new: "9901" },
    { attribute: "pool silver", old: "39997", new: "39598" },
    { attribute: "share", key: alice, old: "10000", new: "9900" },
    { attribute: "shares", old: "10000", new: "9900" },
  ]);
});

test("a seller of shares takes no less than the least that is named, and sells own shares only", async () => {
  await assertRefused(withdraw("1"), "The sender has fewer shares.");
  await open();
  await assertRefused(withdraw("100", { least_gold: "101" }), "It gives less gold.");
  await assertRefused(withdraw("100", { least_silver: "401" }), "It gives less silver.");
  await assertRefused(withdraw("10001"), "The sender has fewer shares.");
  await assertRefused(withdraw("1", {}, bob), "The sender has fewer shares.");
  for (const amount of NO_AMOUNTS) {
    await assertRefused(withdraw(amount), "The shares must be a whole number above zero.");
    if (amount === "0") continue;
    await assertRefused(withdraw("1", { least_gold: amount }), "The least must be whole numbers.");
    await assertRefused(withdraw("1", { least_silver: amount }), "The least must be whole numbers.");
  }
});

test("all shares together are the whole pool, which can be opened again", async () => {
  await open();
  await provide("5000");
  await buySilver("1234");
  await withdraw("10000");
  await withdraw("5000", {}, bob);
  deepEqual(await pool(), { gold: "0", silver: "0", shares: "0" });
  await assertRefused(provide("1"), "The pool is not open.");
  await open({ gold: "7", silver: "7" });
  deepEqual(await pool(), { gold: "7", silver: "7", shares: "7" });
});

test("who never had a good takes it out of the pool", async () => {
  await open();
  await chain.send(IssueGold, { to: carol, amount: "100" });
  await chain.send(IssueSilver, { to: carol, amount: "400" });
  await provide("100", {}, carol);
  await withdraw("100", {}, carol);
  deepEqual(await balancesOf(carol), { gold: "100", silver: "400", shares: "0" });
});

test("goods are kept, and a share is never worth less, whatever is called", async () => {
  const amount = (state: FuzzState, attribute: string) => BigInt(state.supply(Open, attribute));
  const single = (state: FuzzState, attribute: string) => BigInt(String(state.read(Open, attribute) ?? "0"));
  const invariants = {
    gold: (state: FuzzState) => amount(state, "gold") + single(state, "pool gold") === 2_000_000n,
    silver: (state: FuzzState) => amount(state, "silver") + single(state, "pool silver") === 2_000_000n,
    shares: (state: FuzzState) => amount(state, "share") === single(state, "shares"),
    // At the start the product of the goods is 4 for each square of a share.
    worth: (state: FuzzState) =>
      single(state, "pool gold") * single(state, "pool silver") >= 4n * single(state, "shares") ** 2n,
    noDebt: (state: FuzzState) =>
      ["gold", "silver", "share"].every((attribute) =>
        state.accounts.every((account) => !String(state.read(Open, attribute, account)).startsWith("-")),
      ),
  };
  await assertProperties([Provide, Withdraw, BuyGold, BuySilver], {
    scene: ({ accounts: [alice, bob, , zoe] }) => ({
      calls: [
        [IssueGold, { to: bob, amount: "1000000" }],
        [IssueSilver, { to: bob, amount: "1000000" }],
        [IssueGold, { to: zoe, amount: "1000000" }],
        [IssueSilver, { to: zoe, amount: "1000000" }],
        [Open, { gold: "1000", silver: "4000" }, bob],
        [Provide, { shares: "333", most_gold: "333", most_silver: "1332" }, zoe],
      ],
      values: {
        shares: ["1", "7", "333", "1000"],
        amount: ["1", "5", "999", "100000"],
        least: ["1"],
        least_gold: ["0"],
        least_silver: ["0"],
        most_gold: ["1000000"],
        most_silver: ["1000000"],
      },
    }),
    invariants,
  });
});
