import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertProperties, assertRefused, sandbox } from "chainnode/testing";
import { Mint, OwnerOf, Transfer } from "./contract.ts";

const chain = await sandbox();
const [alice, bob] = chain.accounts;
const name = "Sunrise, 1872";
await chain.publish(Mint, Transfer, OwnerOf);
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

test("the issuer mints a piece once", async () => {
  deepEqual(await chain.call(OwnerOf, { name }), { owner: null });
  await assertRefused(chain.send(Mint, { name, to: bob }, { from: bob }), "Only the issuer mints.");
  await assertRefused(chain.send(Mint, { name, to: "ab" }), "An address has 44 characters.");
  await chain.send(Mint, { name, to: alice });
  deepEqual(await chain.call(OwnerOf, { name }), { owner: alice?.address });
  await assertRefused(chain.send(Mint, { name, to: bob }), "The piece exists.");
});

test("only the owner gives it away", async () => {
  await chain.send(Mint, { name, to: alice });
  await assertRefused(chain.send(Transfer, { name, to: bob }, { from: bob }), "Only the owner");
  await assertRefused(chain.send(Transfer, { name, to: "ab" }), "An address has 44 characters.");
  await chain.send(Transfer, { name, to: bob });
  deepEqual(await chain.call(OwnerOf, { name }), { owner: bob?.address });
  await assertRefused(chain.send(Transfer, { name, to: alice }), "Only the owner");
});

test("no stranger changes anything", async () => {
  await assertProperties([Mint, Transfer]);
});
