import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertProperties, assertRefused, sandbox } from "chainnode/testing";
import { Ask, Result, Vote } from "./contract.ts";

const chain = await sandbox();
const [, bob, carol] = chain.accounts;
const question = "Shall we meet on Monday?";
const HOUR_US = 3_600_000_000;
await chain.publish(Ask, Vote, Result);
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const ask = () => chain.send(Ask, { question, end: chain.timeUs + HOUR_US });

test("the chair asks a question once, with an end that is still to come", async () => {
  const end = chain.timeUs + HOUR_US;
  await assertRefused(chain.send(Ask, { question, end }, { from: bob }), "Only the chair asks.");
  await assertRefused(chain.send(Ask, { question, end: chain.timeUs - HOUR_US }), "The end has passed.");
  await ask();
  await assertRefused(ask(), "It has been asked.");
});

test("each account votes once", async () => {
  await assertRefused(chain.send(Vote, { question, agrees: true }), "It has not been asked.");
  await ask();
  deepEqual(await chain.call(Result, { question }), { yes: "0", no: "0" });
  await chain.send(Vote, { question, agrees: true });
  await chain.send(Vote, { question, agrees: true }, { from: bob });
  await chain.send(Vote, { question, agrees: false }, { from: carol });
  await assertRefused(chain.send(Vote, { question, agrees: false }, { from: bob }), "You have voted.");
  deepEqual(await chain.call(Result, { question }), { yes: "2", no: "1" });
});

test("no vote counts after the end", async () => {
  await ask();
  await chain.warp(3599);
  await chain.send(Vote, { question, agrees: true });
  await chain.warp(2);
  await assertRefused(chain.send(Vote, { question, agrees: true }, { from: bob }), "The vote is over.");
});

test("no sequence of calls breaks a rule", async () => {
  await assertProperties([Ask, Vote]);
});
