import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, sandbox } from "chainnode/testing";
import { Greet, GreetingOf } from "./contract.ts";

const chain = await sandbox();
const [alice, bob] = chain.accounts;
await chain.publish(Greet, GreetingOf);

test("keeps the greeting of its sender", async () => {
  await chain.send(Greet, { words: "hello" }, { from: bob });
  deepEqual(await chain.call(GreetingOf, { of: bob }), { words: "hello" });
  deepEqual(await chain.call(GreetingOf, { of: alice }), { words: null });
});

test("refuses a greeting without words", async () => {
  await chain.send(Greet, { words: "a" });
  await assertRefused(chain.send(Greet, { words: "" }), "A greeting has words.");
});
