import { deepEqual } from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import {
  BalanceOf,
  CampaignOf,
  Claim,
  Contribute,
  ContributionOf,
  Issue,
  Refund,
  Start,
} from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const campaign = "a playground";
const goal = "100";
const YEAR_US = 31_536_000_000_000;
await chain.publish(Issue, Start, Contribute, Claim, Refund, CampaignOf, ContributionOf, BalanceOf);
for (const to of [bob, carol]) await chain.send(Issue, { to, amount: "100" });
const deadline = chain.timeUs + 3_600_000_000;
await chain.send(Start, { campaign, goal, deadline });
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_AMOUNTS = ["0", "-1", "+1", "1.5", "1.0", "01", "", "one", "9".repeat(31)];
const begin = (changes = {}, settings = {}) =>
  chain.send(Start, { campaign: "a bench", goal, deadline, ...changes }, settings);
const contribute = (amount: string, from = bob, changes = {}, settings = {}) =>
  chain.send(
    Contribute,
    { creator: alice, campaign, goal, deadline, amount, ...changes },
    { from, ...settings },
  );
const claim = (settings = {}) => chain.send(Claim, { campaign }, settings);
const refund = (from = bob, settings = {}) =>
  chain.send(Refund, { creator: alice, campaign }, { from, ...settings });
const balanceOf = (of: typeof alice) => chain.call(BalanceOf, { of });
const campaignOf = () => chain.call(CampaignOf, { creator: alice, campaign });
const pass = () => chain.warp(3700);

test("only the issuer issues money", async () => {
  await assertRefused(chain.send(Issue, { to: bob, amount: "1" }, { from: bob }), "Only the issuer");
  await chain.send(Issue, { to: bob, amount: "1" });
  deepEqual(await balanceOf(bob), { balance: "101" });
  deepEqual(await balanceOf(alice), { balance: "0" });
  for (const to of ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`])
    await assertRefused(chain.send(Issue, { to, amount: "1" }), "The recipient must be an address.");
});

test("a campaign starts once, with a deadline within a year", async () => {
  deepEqual(await campaignOf(), { goal, deadline: BigInt(deadline), held: "0", is_claimed: false });
  await assertRefused(begin({ campaign }), "The campaign exists.");
  const timestampUs = deadline;
  await pass();
  await assertRefused(begin({ deadline }, { timestampUs }), "The deadline has passed.");
  const tooLate = deadline + YEAR_US + 1;
  await assertRefused(begin({ deadline: tooLate }, { timestampUs }), "The deadline must be within a year.");
  const late = await chain.snapshot();
  await begin({ deadline: deadline + 1 }, { timestampUs });
  await chain.revert(late);
  await begin({ deadline: deadline + YEAR_US }, { timestampUs });
});

test("contributions are held until the deadline", async () => {
  await assertChanges(contribute("60"), [
    { attribute: "balance", key: bob, old: "100", new: "40" },
    { attribute: "contribution", old: null, new: "60" },
    { attribute: "held", old: null, new: "60" },
  ]);
  await contribute("10");
  await contribute("20", carol);
  const of = (of: typeof alice) => chain.call(ContributionOf, { creator: alice, campaign, of });
  deepEqual(await of(bob), { contribution: "70" });
  deepEqual(await of(carol), { contribution: "20" });
  deepEqual(await of(alice), { contribution: "0" });
  deepEqual(await campaignOf(), { goal, deadline: BigInt(deadline), held: "90", is_claimed: false });
});

test("the creator claims what is held after the deadline, once", async () => {
  await contribute("60");
  await contribute("40", carol);
  await pass();
  await assertRefused(claim({ timestampUs: deadline }), "The deadline has not passed.");
  await assertRefused(claim({ from: bob }), "The sender has no such campaign.");
  await assertRefused(refund(), "The goal is reached.");
  await assertChanges(claim({ timestampUs: deadline + 1 }), [
    { attribute: "claimed", old: null, new: true },
    { attribute: "held", old: "100", new: "0" },
    { attribute: "balance", key: alice, old: null, new: "100" },
  ]);
  await assertRefused(claim(), "It has been claimed.");
  await assertRefused(refund(), "It has been claimed.");
  deepEqual(await campaignOf(), { goal, deadline: BigInt(deadline), held: "0", is_claimed: true });
});

test("contributors are paid back after the deadline when the goal is not reached, once", async () => {
  await contribute("60");
  await contribute("39", carol);
  await pass();
  await assertRefused(refund(bob, { timestampUs: deadline }), "The deadline has not passed.");
  await assertRefused(refund(alice), "The sender has no contribution.");
  await assertChanges(refund(bob, { timestampUs: deadline + 1 }), [
    { attribute: "contribution", old: "60", new: "0" },
    { attribute: "held", old: "99", new: "39" },
    { attribute: "balance", key: bob, old: "40", new: "100" },
  ]);
  await assertRefused(refund(), "The sender has no contribution.");
  await assertRefused(claim(), "The goal is not reached.");
  await refund(carol);
  deepEqual(await balanceOf(carol), { balance: "100" });
});

test("of two claims in one block, one is paid", async () => {
  await contribute("100");
  await pass();
  await chain.submit(Claim, { campaign });
  const second = await chain.submit(Claim, { campaign });
  await chain.mine();
  await assertRefused(chain.outcomeOf(second), "It has been claimed.");
  deepEqual(await balanceOf(alice), { balance: "100" });
});

test("a contribution of the last moment counts, and comes before any claim or refund", async () => {
  await contribute("60");
  await pass();
  await assertRefused(contribute("1", bob, {}, { timestampUs: deadline + 1 }), "The deadline has passed.");
  // Calls of one block take effect in the order of their times, whatever the order in which they were sent.
  const refunded = await chain.submit(Refund, { creator: alice, campaign }, { from: bob });
  await chain.submit(
    Contribute,
    { creator: alice, campaign, goal, deadline, amount: "40" },
    { from: carol, timestampUs: deadline },
  );
  await chain.mine();
  await assertRefused(chain.outcomeOf(refunded), "The goal is reached.");
  await claim();
  deepEqual(await balanceOf(alice), { balance: "100" });
});

test("a contributor gets the goal and the deadline that were seen", async () => {
  await assertRefused(contribute("1", bob, { goal: "99" }), "The campaign has another goal.");
  await assertRefused(contribute("1", bob, { deadline: deadline + 1 }), "The campaign has another deadline.");
  await assertRefused(contribute("1", bob, { campaign: "a bench" }), "The campaign does not exist.");
  await assertRefused(contribute("1", bob, { creator: zoe }), "The campaign does not exist.");
  await assertRefused(
    contribute("1", bob, { creator: alice?.address.toUpperCase() }),
    "The campaign does not exist.",
  );
});

test("a contribution is in the balance, and may be all of it", async () => {
  await assertRefused(contribute("101"), "The balance is too low.");
  await assertRefused(contribute("1", alice), "The balance is too low.");
  await contribute("100");
  deepEqual(await balanceOf(bob), { balance: "0" });
});

test("a campaign without contributions reaches no goal", async () => {
  await begin({ goal: "1" });
  await pass();
  await assertRefused(chain.send(Claim, { campaign: "a bench" }), "The goal is not reached.");
});

test("no one claims or is paid back from what does not exist", async () => {
  const none = { creator: bob, campaign };
  const nothing = { goal: null, deadline: null, held: "0", is_claimed: false };
  deepEqual(await chain.call(CampaignOf, none), nothing);
  await assertRefused(claim({ from: bob }), "The sender has no such campaign.");
  await assertRefused(chain.send(Refund, none), "The sender has no contribution.");
});

test("no one takes the name of another creator's campaign", async () => {
  await begin({ campaign, goal: "1" }, { from: bob });
  await contribute("60");
  deepEqual(await campaignOf(), { goal, deadline: BigInt(deadline), held: "60", is_claimed: false });
});

test("amounts are whole numbers above zero", async () => {
  for (const amount of NO_AMOUNTS) {
    await assertRefused(chain.send(Issue, { to: bob, amount }), "The amount must be a whole number");
    await assertRefused(begin({ goal: amount }), "The goal must be a whole number");
    await assertRefused(contribute(amount), "The amount must be a whole number");
  }
});

test("money is in a balance or in a campaign, whatever is called", async () => {
  const amount = (state: FuzzState, attribute: string) => BigInt(state.supply(Start, attribute));
  const invariants = {
    money: (state: FuzzState) => amount(state, "balance") + amount(state, "held") === 300n,
    noDebt: (state: FuzzState) =>
      amount(state, "held") >= 0n &&
      state.accounts.every((account) => !String(state.read(Start, "balance", account)).startsWith("-")),
  };
  await assertProperties([Start, Contribute, Claim, Refund], {
    scene: ({ accounts: [alice, bob, carol, zoe], timeUs }) => {
      const deadline = timeUs + 3_600_000_000;
      const first = { creator: alice, campaign, goal, deadline };
      const second = { creator: zoe, campaign: "a bench", goal: "50", deadline };
      return {
        calls: [
          ...[bob, carol, zoe].map((to) => [Issue, { to, amount: "100" }] as const),
          [Start, { campaign, goal, deadline }],
          [Start, { campaign: "a bench", goal: "50", deadline }, zoe],
          [Contribute, { ...first, amount: "60" }, bob],
          [Contribute, { ...first, amount: "30" }, zoe],
          [Contribute, { ...second, amount: "50" }, carol],
        ],
        values: {
          creator: [alice.address, zoe.address],
          campaign: [campaign, "a bench"],
          goal: [goal, "50"],
          deadline: [deadline],
          amount: ["10", "40"],
        },
      };
    },
    invariants,
  });
});
