import { deepEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { assertChanges, assertProperties, assertRefused, sandbox, type FuzzState } from "chainnode/testing";
import { Commit, Point, Register, Renew, Resolve, Transfer } from "./contract.ts";

const chain = await sandbox();
const [alice, bob, carol] = chain.accounts;
/** An address that ends in 00, and so has a shorter spelling. */
const zoe = "ababababababababababababababababababab23f300";
const name = "harbour";
const salt = "5a".repeat(32);
const DAY_S = 86_400;
const YEAR_US = 31_536_000_000_000;
await chain.publish(Commit, Register, Renew, Point, Transfer, Resolve);
const start = await chain.snapshot();
beforeEach(() => chain.revert(start));

const NO_ADDRESSES = ["", "ab", zoe.slice(0, -2), zoe.toUpperCase(), `${zoe.slice(0, -2)}zz`];
/** The hash of a list is that of its JSON. */
const commitmentTo = (given: string, from = alice?.address) =>
  createHash("sha256")
    .update(JSON.stringify([from, given, salt]))
    .digest("hex");
const commit = (from = alice, given = name, settings = {}) =>
  chain.send(Commit, { commitment: commitmentTo(given, from?.address) }, { from, ...settings });
const register = (from = alice, given = name, settings = {}) =>
  chain.send(Register, { name: given, salt }, { from, ...settings });
const take = async (from = alice, given = name) => {
  await commit(from, given);
  await register(from, given);
};
const lastBlockUs = async () =>
  Number(((await chain.call("GetBlock")) as { s_timestamp: bigint }).s_timestamp);
const resolve = async () => (await chain.call(Resolve, { name })) as Record<string, unknown>;
const ownerOf = async () => (await resolve())["owner"];

test("a name is registered for a year, by who is committed to it", async () => {
  deepEqual(await resolve(), { owner: null, target: null, expiry: "0", since: 0n });
  await assertRefused(register(), "The sender has not committed to it.");
  const committedUs = chain.timeUs;
  const registeredUs = committedUs + 1_000_000;
  await commit(alice, name, { timestampUs: committedUs });
  await assertRefused(register(bob), "The sender has not committed to it.");
  await assertRefused(register(alice, "haven"), "The sender has not committed to it.");
  await chain.warp(2);
  await register(alice, name, { timestampUs: registeredUs });
  deepEqual(await resolve(), {
    owner: alice?.address,
    target: null,
    expiry: String(registeredUs + YEAR_US),
    since: BigInt(committedUs),
  });
});

test("a commitment is used once, and is a hash", async () => {
  await take();
  await assertRefused(register(), "The sender has not committed to it.");
  for (const commitment of ["", "ab", "AB".repeat(32), "5z".repeat(32), "5a".repeat(31)])
    await assertRefused(chain.send(Commit, { commitment }), "A commitment is a hash.");
  for (const short of ["", "ab", "AB".repeat(32), "5a".repeat(31)])
    await assertRefused(chain.send(Register, { name, salt: short }), "A salt has 64 hexadecimal");
});

test("a commitment is good for a day", async () => {
  const timestampUs = chain.timeUs;
  await commit(alice, name, { timestampUs });
  await chain.warp(DAY_S + 10);
  const dayLaterUs = timestampUs + DAY_S * 1_000_000;
  await assertRefused(
    register(alice, name, { timestampUs: dayLaterUs + 1 }),
    "The commitment is older than a day.",
  );
  await register(alice, name, { timestampUs: dayLaterUs });
});

test("names have one form", async () => {
  for (const given of ["", "Harbour", "har bour", "-harbour", "harbour-", "hafén", "harbour\n", "."]) {
    await commit(alice, given);
    await assertRefused(register(alice, given), "A name has 1 to 32 small letters");
  }
  for (const given of ["a", "0", "a-b", "x".repeat(32)]) await take(alice, given);
});

test("a name is registered once", async () => {
  await take();
  await take(bob, "haven");
  await commit(bob);
  await assertRefused(register(bob), "The name is taken.");
  await commit();
  await assertRefused(register(), "The name is taken.");
});

test("the earlier commitment wins over a name that is registered", async () => {
  await commit();
  const lastUs = await lastBlockUs();
  // Bob learns the name from alice's registration, which waits for its block, and dates back as far as possible.
  await chain.warp(600);
  await assertRefused(commit(bob, name, { timestampUs: lastUs }), "Timestamp must be greater than");
  await commit(bob, name, { timestampUs: lastUs + 1 });
  await register(bob);
  await chain.send(Point, { name, to: carol }, { from: bob });
  deepEqual(await ownerOf(), bob?.address);
  await register();
  const { owner, target } = await resolve();
  deepEqual([owner, target], [alice?.address, null]);
  await commit(bob);
  await assertRefused(register(bob), "The name is taken.");
});

test("of two commitments at the same time, the first registration wins", async () => {
  const timestampUs = chain.timeUs;
  for (const from of [alice, bob])
    await chain.submit(Commit, { commitment: commitmentTo(name, from?.address) }, { from, timestampUs });
  await chain.mine();
  await register(bob);
  await assertRefused(register(), "The name is taken.");
});

test("another's commitment is of no use", async () => {
  const commitment = commitmentTo(name);
  await chain.send(Commit, { commitment }, { from: bob });
  await chain.send(Commit, { commitment });
  await assertRefused(register(bob), "The sender has not committed to it.");
  await register();
  deepEqual(await ownerOf(), alice?.address);
});

test("an expired name is free, and resolves to nothing", async () => {
  await take();
  await chain.send(Point, { name, to: carol });
  const expiryUs = Number((await resolve())["expiry"]);
  await chain.warp(YEAR_US / 1_000_000 - 100);
  await commit(bob);
  await chain.warp(200);
  await assertRefused(register(bob, name, { timestampUs: expiryUs }), "The name is taken.");
  const late = await chain.snapshot();
  for (const send of [
    (timestampUs: number) => chain.send(Renew, { name }, { timestampUs }),
    (timestampUs: number) => chain.send(Point, { name, to: bob }, { timestampUs }),
    (timestampUs: number) => chain.send(Transfer, { name, to: bob }, { timestampUs }),
  ]) {
    await assertRefused(send(expiryUs + 1), "The name is not the sender's.");
    await send(expiryUs);
    await chain.revert(late);
  }
  const resolved = await resolve();
  deepEqual([resolved["owner"], resolved["target"]], [alice?.address, carol?.address]);
  // The chain has a block after the expiry.
  await commit(carol);
  const expired = await resolve();
  deepEqual([expired["owner"], expired["target"]], [null, null]);
  await register(bob);
  deepEqual(await ownerOf(), bob?.address);
});

test("a name resolves up to a block at its very expiry", async () => {
  await commit();
  const beforeUs = await lastBlockUs();
  await commit();
  const nowUs = await lastBlockUs();
  const interval = nowUs - beforeUs;
  await chain.at(nowUs + interval).send(Register, { name, salt });
  const expiryUs = nowUs + interval + YEAR_US;
  deepEqual((await resolve())["expiry"], String(expiryUs));
  await chain.warp((expiryUs - (await lastBlockUs())) / 1_000_000 - (interval / 1_000_000) * 0.5);
  await chain.send(Commit, { commitment: commitmentTo(name) }, { from: bob });
  deepEqual(await lastBlockUs(), expiryUs);
  deepEqual(await ownerOf(), alice?.address);
});

test("the owner renews a name for a year from then", async () => {
  await take();
  const timestampUs = chain.timeUs + 1_000_000;
  await chain.warp(2);
  await assertRefused(chain.send(Renew, { name }, { from: bob }), "The name is not the sender's.");
  await assertChanges(chain.send(Renew, { name }, { timestampUs }), [
    { attribute: "expiry", new: String(timestampUs + YEAR_US) },
  ]);
});

test("the owner says what a name stands for", async () => {
  await assertRefused(chain.send(Point, { name, to: carol }), "The name is not the sender's.");
  await take();
  await assertRefused(chain.send(Point, { name, to: carol }, { from: bob }), "The name is not the sender's.");
  for (const to of NO_ADDRESSES)
    await assertRefused(chain.send(Point, { name, to }), "The target must be an address.");
  await chain.send(Point, { name, to: carol });
  deepEqual((await resolve())["target"], carol?.address);
});

test("a name that is given away stands for nothing", async () => {
  await take();
  await chain.send(Point, { name, to: carol });
  await assertRefused(
    chain.send(Transfer, { name, to: bob }, { from: bob }),
    "The name is not the sender's.",
  );
  for (const to of NO_ADDRESSES)
    await assertRefused(chain.send(Transfer, { name, to }), "The recipient must be an address.");
  await chain.send(Transfer, { name, to: bob });
  const { owner, target } = await resolve();
  deepEqual([owner, target], [bob?.address, null]);
  await assertRefused(chain.send(Transfer, { name, to: alice }), "The name is not the sender's.");
});

test("a name stays with the first who is committed to it, whatever is called", async () => {
  const id = createHash("sha256").update(name).digest("hex");
  /** The owner is the first of those who have used their commitments. */
  const isFirst = (state: FuzzState) => {
    const [alice, bob, , zoe] = state.accounts;
    const first = [alice, bob, zoe].find((account) => state.read(Register, "commitment", account) === null);
    return state.read(Register, "owner", id) === (first?.address ?? null);
  };
  await assertProperties([Register, Renew, Point], {
    scene: ({ accounts: [alice, bob, , zoe] }) => ({
      calls: [alice, bob, zoe].map(
        (from) => [Commit, { commitment: commitmentTo(name, from.address) }, from] as const,
      ),
      values: { name: [name], salt: [salt] },
    }),
    invariants: { isFirst },
  });
  await assertProperties([Commit, Register, Renew, Point, Transfer]);
});
