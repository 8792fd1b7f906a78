import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { BalanceOf, Buy, Issue, Mint, Offer, PieceOf, Transfer, Withdraw } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const name = "Sunrise, 1872";
await chain.publish(Issue, Mint, Transfer, Offer, Withdraw, Buy, PieceOf, BalanceOf);
await chain.send(Issue, { to: bob, amount: "100" });
await chain.send(Mint, { name, to: alice });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const NO_ADDRESSES = ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`];
const buy = (changes = {}) =>
  chain.send(Buy, { name, seller: alice, price: "60", ...changes }, { from: bob });
const pieceOf = () => chain.call(PieceOf, { name });

test("the issuer mints a piece once", async () => {
  deepEqual(await pieceOf(), { owner: alice?.address, price: null });
  await assertRefused(chain.send(Mint, { name, to: bob }), "The piece exists.");
  const other = "Sunset, 1872";
  await assertRefused(chain.send(Mint, { name: other, to: bob }, { from: bob }), "Only the issuer mints.");
  deepEqual(await chain.call(PieceOf, { name: other }), { owner: null, price: null });
});

test("the issuer issues money", async () => {
  await chain.send(Issue, { to: bob, amount: "1" });
  deepEqual(await chain.call(BalanceOf, { of: bob }), { balance: "101" });
  deepEqual(await chain.call(BalanceOf, { of: carol }), { balance: "0" });
  await assertRefused(chain.send(Issue, { to: bob, amount: "1" }, { from: bob }), "Only the issuer");
});

test("only the owner gives a piece away, offers it and withdraws it", async () => {
  const others = { from: bob };
  await assertRefused(chain.send(Transfer, { name, to: bob }, others), "Only the owner gives it away.");
  await assertRefused(chain.send(Offer, { name, price: "1" }, others), "Only the owner offers it.");
  await assertRefused(chain.send(Withdraw, { name }, others), "Only the owner withdraws it.");
  await chain.send(Transfer, { name, to: bob });
  deepEqual(await pieceOf(), { owner: bob?.address, price: null });
  await assertRefused(chain.send(Transfer, { name, to: alice }), "Only the owner gives it away.");
});

test("a sale moves the piece and the price, once", async () => {
  await chain.send(Offer, { name, price: "60" });
  deepEqual(await pieceOf(), { owner: alice?.address, price: "60" });
  await assertChanges(buy(), [
    { attribute: "balance", key: bob, old: "100", new: "40" },
    { attribute: "balance", key: alice, old: null, new: "60" },
    { attribute: "owner", new: bob?.address ?? "" },
    { attribute: "price", old: "60", new: null },
  ]);
  await chain.send(Issue, { to: carol, amount: "60" });
  await assertRefused(
    chain.send(Buy, { name, seller: bob, price: "60" }, { from: carol }),
    "The piece is not for sale at this price.",
  );
});

test("of two buyers in one block, one pays", async () => {
  await chain.send(Issue, { to: carol, amount: "60" });
  await chain.send(Offer, { name, price: "60" });
  await chain.submit(Buy, { name, seller: alice, price: "60" }, { from: bob });
  const second = await chain.submit(Buy, { name, seller: alice, price: "60" }, { from: carol });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "Another one owns the piece.");
  deepEqual(await chain.call(BalanceOf, { of: carol }), { balance: "60" });
});

test("a buyer pays neither another price nor another seller than the one seen", async () => {
  await assertRefused(buy(), "The piece is not for sale at this price.");
  await chain.send(Offer, { name, price: "60" });
  await chain.send(Offer, { name, price: "100" });
  await assertRefused(buy(), "The piece is not for sale at this price.");
  await chain.send(Transfer, { name, to: carol });
  await assertRefused(buy({ price: "100" }), "Another one owns the piece.");
});

test("an offer ends with its owner, and when it is withdrawn", async () => {
  await chain.send(Offer, { name, price: "60" });
  await chain.send(Transfer, { name, to: carol });
  await assertRefused(buy({ seller: carol }), "The piece is not for sale at this price.");
  await chain.send(Offer, { name, price: "60" }, { from: carol });
  await chain.send(Withdraw, { name }, { from: carol });
  await assertRefused(buy({ seller: carol }), "The piece is not for sale at this price.");
});

test("the price is in the balance, and may be all of it", async () => {
  await chain.send(Offer, { name, price: "101" });
  await assertRefused(buy({ price: "101" }), "The balance is too low.");
  await chain.send(Offer, { name, price: "1" });
  await assertRefused(
    chain.send(Buy, { name, seller: alice, price: "1" }, { from: carol }),
    "The balance is too low.",
  );
  await chain.send(Offer, { name, price: "100" });
  await buy({ price: "100" });
  deepEqual(await chain.call(BalanceOf, { of: bob }), { balance: "0" });
});

test("no owner buys from the own address, under any spelling", async () => {
  await chain.send(Issue, { to: zoe, amount: "60" });
  await chain.send(Transfer, { name, to: zoe });
  await chain.send(Offer, { name, price: "60" }, { from: zoe });
  const own = { name, seller: zoe, price: "60" };
  await assertRefused(chain.send(Buy, own, { from: zoe }), "The piece is yours.");
  await assertRefused(
    chain.send(Buy, { ...own, seller: zoe.slice(0, -2) }, { from: zoe }),
    "Another one owns the piece.",
  );
});

test("amounts are whole numbers above zero", async () => {
  await chain.send(Offer, { name, price: "60" });
  for (const amount of NO_AMOUNTS) {
    await assertRefused(chain.send(Issue, { to: bob, amount }), "The amount must be a whole number");
    await assertRefused(chain.send(Offer, { name, price: amount }), "The price must be a whole number");
    await assertRefused(buy({ price: amount }), "The price must be a whole number");
  }
  await assertRefused(buy({ price: "60.0" }), "The price must be a whole number");
});

test("addresses have one spelling", async () => {
  for (const to of NO_ADDRESSES) {
    await assertRefused(chain.send(Issue, { to, amount: "1" }), "The recipient must be an address.");
    await assertRefused(chain.send(Mint, { name: "another", to }), "The recipient must be an address.");
    await assertRefused(chain.send(Transfer, { name, to }), "The recipient must be an address.");
  }
});

test("money is kept, and every piece has an owner, whatever is called", async () => {
  const invariants = {
    money: (state: FuzzState) => state.supply(Buy, "balance") === "200",
    noDebt: (state: FuzzState) =>
      state.accounts.every((account) => !String(state.read(Buy, "balance", account)).startsWith("-")),
  };
  await assertProperties([Transfer, Offer, Withdraw, Buy], {
    scene: ({ accounts: [alice, bob, , zoe] }) => ({
      calls: [
        [Issue, { to: bob, amount: "100" }],
        [Issue, { to: zoe, amount: "100" }],
        [Mint, { name, to: alice }],
        [Mint, { name: "Sunset", to: zoe }],
        [Offer, { name, price: "60" }],
        [Offer, { name: "Sunset", price: "60" }, zoe],
      ],
      values: { name: [name, "Sunset"], price: ["60", "100"] },
    }),
    invariants,
  });
  await assertProperties([Issue, Mint, Transfer, Offer, Withdraw, Buy]);
});
