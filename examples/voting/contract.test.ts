import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { Ask, Enrol, Remove, Result, Vote } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol, dave] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const question = "Shall we meet on Monday?";
const YEAR_US = 31_536_000_000_000;
await chain.publish(Enrol, Remove, Ask, Vote, Result);
for (const member of [alice, bob, carol]) await chain.send(Enrol, { member });
const end = chain.timeUs + 3_600_000_000;
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const ask = (changes = {}, settings = {}) => chain.send(Ask, { question, end, ...changes }, settings);
const vote = (agrees: boolean, settings = {}) => chain.send(Vote, { question, agrees }, settings);
const result = () => chain.call(Result, { question });

test("the chair keeps the members", async () => {
  await assertRefused(chain.send(Enrol, { member: dave }, { from: bob }), "Only the chair enrols.");
  await assertRefused(chain.send(Remove, { member: carol }, { from: bob }), "Only the chair removes.");
  await assertRefused(chain.send(Enrol, { member: carol }), "It is a member.");
  await chain.send(Remove, { member: carol });
  await chain.send(Enrol, { member: carol });
  for (const member of ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`]) {
    await assertRefused(chain.send(Enrol, { member }), "A member must be an address.");
    await assertRefused(chain.send(Remove, { member }), "A member must be an address.");
  }
});

test("the chair asks a question once", async () => {
  await assertRefused(ask({}, { from: bob }), "Only the chair asks.");
  await assertRefused(result(), "It has not been asked.");
  await ask();
  await assertRefused(ask(), "It has been asked.");
  deepEqual(await result(), { yes: "0", no: "0", end: BigInt(end), is_final: false });
});

test("the end of a question is to come, within a year", async () => {
  const timestampUs = end;
  await chain.warp(3700);
  await assertRefused(ask({ end }, { timestampUs }), "The end has passed.");
  await assertRefused(ask({ end: end + YEAR_US + 1 }, { timestampUs }), "The end must be within a year.");
  const late = await chain.snapshot();
  await ask({ end: end + 1 }, { timestampUs });
  await chain.revert(late);
  await ask({ end: end + YEAR_US }, { timestampUs });
});

test("each member votes once", async () => {
  await assertRefused(vote(true), "It has not been asked.");
  await ask();
  await assertChanges(vote(true), [
    { attribute: "voted", old: null, new: true },
    { attribute: "yes", old: null, new: "1" },
  ]);
  await vote(true, { from: bob });
  await vote(false, { from: carol });
  await assertRefused(vote(false, { from: bob }), "The sender has voted.");
  deepEqual(await result(), { yes: "2", no: "1", end: BigInt(end), is_final: false });
});

test("no member votes twice in one block", async () => {
  await ask();
  await chain.submit(Vote, { question, agrees: true });
  const second = await chain.submit(Vote, { question, agrees: false });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "The sender has voted.");
});

test("a vote on one question does not count on another", async () => {
  const other = "Shall we meet on Tuesday?";
  await ask();
  await ask({ question: other });
  await vote(true);
  await chain.send(Vote, { question: other, agrees: false });
  deepEqual(await result(), { yes: "1", no: "0", end: BigInt(end), is_final: false });
});

test("only who was a member when it was asked votes, and is still one", async () => {
  await ask();
  await assertRefused(vote(true, { from: dave }), "Only members vote.");
  await chain.send(Enrol, { member: dave });
  await assertRefused(vote(true, { from: dave }), "The sender was no member");
  await chain.send(Remove, { member: bob });
  await assertRefused(vote(true, { from: bob }), "Only members vote.");
  await chain.send(Enrol, { member: bob });
  await assertRefused(vote(true, { from: bob }), "The sender was no member");
});

test("who becomes a member at the time of the question does not vote on it", async () => {
  const timestampUs = chain.timeUs;
  await chain.submit(Enrol, { member: dave }, { timestampUs });
  await chain.submit(Ask, { question, end }, { timestampUs });
  await chain.mine();
  await assertRefused(vote(true, { from: dave }), "The sender was no member");
});

test("no vote counts after the end, and then the result is final", async () => {
  await ask();
  await chain.warp(3700);
  await assertRefused(vote(true, { timestampUs: end + 1 }), "The vote is over.");
  // The chain has no block since the end, so a vote of that time can still come.
  deepEqual(await result(), { yes: "0", no: "0", end: BigInt(end), is_final: false });
  await vote(true, { timestampUs: end });
  deepEqual(await result(), { yes: "1", no: "0", end: BigInt(end), is_final: true });
  await assertRefused(vote(true, { from: bob, timestampUs: end }), "Timestamp must be greater than");
});

test("the result is final with a block at the very end", async () => {
  const lastUs = async () => Number(((await chain.call("GetBlock")) as { s_timestamp: bigint }).s_timestamp);
  await chain.send(Remove, { member: dave });
  const beforeUs = await lastUs();
  await chain.send(Remove, { member: dave });
  const nowUs = await lastUs();
  const interval = nowUs - beforeUs;
  const end = nowUs + 10 * interval;
  await ask({ end });
  await chain.mine(8);
  await chain.send(Remove, { member: dave });
  deepEqual(await lastUs(), end);
  deepEqual(await result(), { yes: "0", no: "0", end: BigInt(end), is_final: true });
});

test("there are no more votes than members, whatever is called", async () => {
  const votes = (state: FuzzState) => BigInt(state.supply(Vote, "yes")) + BigInt(state.supply(Vote, "no"));
  await assertProperties([Vote], {
    scene: ({ accounts: [alice, bob, , zoe], timeUs }) => ({
      calls: [
        [Enrol, { member: alice }],
        [Enrol, { member: zoe }],
        [Ask, { question, end: timeUs + 3_600_000_000 }],
        [Enrol, { member: bob }],
      ],
      values: { question: [question] },
    }),
    invariants: { votes: (state: FuzzState) => votes(state) <= 2n },
  });
  await assertProperties([Enrol, Remove, Ask, Vote]);
});
