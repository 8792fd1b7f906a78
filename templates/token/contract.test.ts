import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox } from "chainnode/testing";
import { BalanceOf, Mint, Transfer } from "./contract.ts";

const chain = await sandbox();
const [alice, bob] = chain.accounts;
await chain.publish(Mint, Transfer, BalanceOf);
await chain.send(Mint, { to: alice, amount: "100" });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

test("the issuer mints", async () => {
  await assertChanges(chain.send(Mint, { to: bob, amount: "1" }), [
    { attribute: "balance", key: bob, new: "1" },
  ]);
  await assertRefused(chain.send(Mint, { to: bob, amount: "1" }, { from: bob }), "Only the issuer mints.");
  await assertRefused(chain.send(Mint, { to: "ab", amount: "1" }), "An address has 44 characters.");
  await assertRefused(chain.send(Mint, { to: bob, amount: "0" }), "The amount must be greater than zero.");
});

test("a transfer moves an amount, even the whole balance", async () => {
  await assertChanges(chain.send(Transfer, { to: bob, amount: "0.5" }), [
    { attribute: "balance", key: alice, new: "99.5" },
    { attribute: "balance", key: bob, new: "0.5" },
  ]);
  await chain.send(Transfer, { to: bob, amount: "99.5" });
  deepEqual(await chain.call(BalanceOf, { of: alice }), { balance: "0.0" });
});

test("a transfer goes to another address, above zero, up to the balance", async () => {
  await assertRefused(
    chain.send(Transfer, { to: alice, amount: "1" }),
    "The recipient must be another address.",
  );
  await assertRefused(chain.send(Transfer, { to: "ab", amount: "1" }), "An address has 44 characters.");
  await assertRefused(
    chain.send(Transfer, { to: bob, amount: "0" }),
    "The amount must be greater than zero.",
  );
  await assertRefused(chain.send(Transfer, { to: bob, amount: "100.1" }), "The balance is too low.");
});

test("who has nothing has a balance of zero", async () => {
  deepEqual(await chain.call(BalanceOf, { of: bob }), { balance: "0" });
  await assertRefused(
    chain.send(Transfer, { to: alice, amount: "1" }, { from: bob }),
    "The balance is too low.",
  );
});

test("no sequence of calls creates value", async () => {
  await assertProperties([Mint, Transfer]);
});
