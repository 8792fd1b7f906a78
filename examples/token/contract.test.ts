import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { Allow, AllowanceOf, BalanceOf, Burn, Mint, Supply, Take, Transfer } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
await chain.publish(Mint, Burn, Transfer, Allow, Take, BalanceOf, AllowanceOf, Supply);
const supplyBefore = await chain.call(Supply);
await chain.send(Mint, { to: alice, amount: "100" });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const NO_ADDRESSES = ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`];

test("the issuer mints, up to the cap", async () => {
  deepEqual(supplyBefore, { supply: "0", cap: "1000000000000000" });
  deepEqual(await chain.call(BalanceOf, { of: bob }), { balance: "0" });
  await assertChanges(chain.send(Mint, { to: bob, amount: "1" }), [
    { attribute: "supply", old: "100", new: "101" },
    { attribute: "balance", key: bob, old: null, new: "1" },
  ]);
  await assertRefused(chain.send(Mint, { to: bob, amount: "1" }, { from: bob }), "Only the issuer mints.");
  await assertRefused(chain.send(Mint, { to: bob, amount: "999999999999900" }), "The supply would exceed");
  await chain.send(Mint, { to: bob, amount: "999999999999899" });
  deepEqual(await chain.call(Supply), { supply: "1000000000000000", cap: "1000000000000000" });
});

test("what is burnt no longer exists", async () => {
  await assertChanges(chain.send(Burn, { amount: "100" }), [
    { attribute: "supply", old: "100", new: "0" },
    { attribute: "balance", key: alice, old: "100", new: "0" },
  ]);
  await assertRefused(chain.send(Burn, { amount: "1" }), "The balance is too low.");
  await assertRefused(chain.send(Burn, { amount: "1" }, { from: bob }), "The balance is too low.");
});

test("a transfer moves an amount, even the whole balance", async () => {
  await assertChanges(chain.send(Transfer, { to: bob, amount: "30" }), [
    { attribute: "balance", key: alice, old: "100", new: "70" },
    { attribute: "balance", key: bob, old: null, new: "30" },
  ]);
  await chain.send(Transfer, { to: bob, amount: "70" });
  deepEqual(await chain.call(BalanceOf, { of: alice }), { balance: "0" });
  deepEqual(await chain.call(BalanceOf, { of: bob }), { balance: "100" });
});

test("no one moves more than there is, not even in one block", async () => {
  await assertRefused(chain.send(Transfer, { to: bob, amount: "101" }), "The balance is too low.");
  await assertRefused(
    chain.send(Transfer, { to: alice, amount: "1" }, { from: bob }),
    "The balance is too low.",
  );
  await chain.submit(Transfer, { to: bob, amount: "60" });
  const second = await chain.submit(Transfer, { to: carol, amount: "60" });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "The balance is too low.");
});

test("no one pays the own address, under any spelling", async () => {
  await assertRefused(chain.send(Transfer, { to: alice, amount: "1" }), "The recipient must be another");
  await chain.send(Mint, { to: zoe, amount: "5" });
  await assertRefused(
    chain.send(Transfer, { to: zoe.slice(0, -2), amount: "5" }, { from: zoe }),
    "The recipient must be an address.",
  );
});

test("an allowance is taken in parts, by its spender only", async () => {
  const take = { owner: alice, to: carol, amount: "20" };
  await chain.send(Allow, { spender: bob, now: "0", amount: "50" });
  await assertRefused(
    chain.send(Take, { ...take, amount: "1" }, { from: carol }),
    "The allowance is too low.",
  );
  deepEqual(await chain.call(AllowanceOf, { owner: alice, spender: carol }), { allowance: "0" });
  await assertChanges(chain.send(Take, take, { from: bob }), [
    { attribute: "allowance", old: "50", new: "30" },
    { attribute: "balance", key: alice, old: "100", new: "80" },
    { attribute: "balance", key: carol, old: null, new: "20" },
  ]);
  await assertRefused(
    chain.send(Take, { ...take, amount: "31" }, { from: bob }),
    "The allowance is too low.",
  );
  await chain.send(Take, { ...take, amount: "30" }, { from: bob });
  deepEqual(await chain.call(AllowanceOf, { owner: alice, spender: bob }), { allowance: "0" });
});

test("an allowance is no balance", async () => {
  await chain.send(Allow, { spender: bob, now: "0", amount: "1000" });
  const take = { owner: alice, to: bob, amount: "101" };
  await assertRefused(chain.send(Take, take, { from: bob }), "The balance is too low.");
  await chain.send(Take, { ...take, amount: "100" }, { from: bob });
  await chain.send(Allow, { spender: alice, now: "0", amount: "1" }, { from: carol });
  await assertRefused(chain.send(Take, { owner: carol, to: bob, amount: "1" }), "The balance is too low.");
});

test("a spender who takes the allowance before it changes does not get the new one too", async () => {
  await chain.send(Allow, { spender: bob, now: "0", amount: "50" });
  await chain.send(Take, { owner: alice, to: bob, amount: "50" }, { from: bob });
  await assertRefused(
    chain.send(Allow, { spender: bob, now: "50", amount: "30" }),
    "The allowance is another",
  );
  await chain.send(Allow, { spender: bob, now: "0", amount: "30" });
  await chain.send(Allow, { spender: bob, now: "30", amount: "0" });
  deepEqual(await chain.call(AllowanceOf, { owner: alice, spender: bob }), { allowance: "0" });
});

test("an owner cannot be paid from the own balance", async () => {
  await chain.send(Allow, { spender: bob, now: "0", amount: "50" });
  await assertRefused(
    chain.send(Take, { owner: alice, to: alice, amount: "1" }, { from: bob }),
    "The recipient must be another address.",
  );
});

test("amounts are whole numbers above zero", async () => {
  await chain.send(Allow, { spender: bob, now: "0", amount: "50" });
  for (const amount of NO_AMOUNTS) {
    const sentence = "The amount must be a whole number above zero.";
    await assertRefused(chain.send(Mint, { to: bob, amount }), sentence);
    await assertRefused(chain.send(Burn, { amount }), sentence);
    await assertRefused(chain.send(Transfer, { to: bob, amount }), sentence);
    await assertRefused(chain.send(Take, { owner: alice, to: bob, amount }, { from: bob }), sentence);
    if (amount !== "0")
      await assertRefused(
        chain.send(Allow, { spender: bob, now: "50", amount }),
        "The amount must be a whole number.",
      );
  }
});

test("an exponent and a space are refused, by rules 1 before any condition", async () => {
  await assertRefused(chain.send(Transfer, { to: bob, amount: "1e1" }));
  await assertRefused(chain.send(Transfer, { to: bob, amount: " 1" }));
});

test("addresses have one spelling", async () => {
  for (const spelled of NO_ADDRESSES) {
    const sentence = "The recipient must be an address.";
    await assertRefused(chain.send(Mint, { to: spelled, amount: "1" }), sentence);
    await assertRefused(chain.send(Transfer, { to: spelled, amount: "1" }), sentence);
    await assertRefused(
      chain.send(Take, { owner: alice, to: spelled, amount: "1" }, { from: bob }),
      sentence,
    );
    await assertRefused(
      chain.send(Take, { owner: spelled, to: bob, amount: "1" }, { from: bob }),
      "The owner must be an address.",
    );
    await assertRefused(
      chain.send(Allow, { spender: spelled, now: "0", amount: "1" }),
      "The spender must be an address.",
    );
  }
});

test("the balances are the supply, whatever is called", async () => {
  const invariants = {
    supply: (state: FuzzState) => state.supply(Mint, "balance") === (state.read(Mint, "supply") ?? "0"),
    noDebt: (state: FuzzState) =>
      state.accounts.every((account) => !String(state.read(Mint, "balance", account)).startsWith("-")),
  };
  await assertProperties([Mint, Burn, Transfer, Allow, Take], {
    scene: ({ accounts: [alice, bob, carol, zoe] }) => ({
      calls: [
        [Mint, { to: alice, amount: "100" }],
        [Mint, { to: zoe, amount: "100" }],
        [Allow, { spender: bob, now: "0", amount: "50" }],
        [Allow, { spender: carol, now: "0", amount: "50" }, zoe],
      ],
      values: { amount: ["1", "50", "100"], now: ["0", "50"] },
    }),
    invariants,
  });
  // From any state, also one that no calls lead to.
  await assertProperties([Mint, Burn, Transfer, Allow, Take]);
});
