import { AssertionError } from "node:assert";
import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { contract, fromJson, request, respond, timestamp } from "../../src/contract/index.js";
import {
  assertChanges,
  assertRefused,
  assertSupplyKept,
  sandbox,
  type TestChain,
} from "../../src/testing/index.js";
import { BalanceOf, ISSUER, Mint, Transfer } from "../contract/token.js";
import { useDevProcess } from "../support/dev-process.js";
import { expectRejection } from "../support/expect-rejection.js";

const STRANGER = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";

async function failureOf(assertion: Promise<unknown>): Promise<AssertionError> {
  try {
    await assertion;
  } catch (error) {
    if (error instanceof AssertionError) return error;
    throw error;
  }
  throw new Error("The assertion held.");
}

describe("sandbox() of chainnode/testing", () => {
  let chain: TestChain;
  let start: number;
  let bob: string;

  before(async () => {
    chain = await sandbox();
    bob = chain.accounts[1]?.address ?? "";
    await chain.publish(Mint, Transfer, BalanceOf);
    await chain.send(Mint, { amount: "100" });
    start = await chain.snapshot();
  });
  beforeEach(() => chain.revert(start));

  it("sends each call in a block of its own, and returns its outcome", async () => {
    const { height } = chain;
    const sent = await chain.send(Transfer, { to: bob, amount: "20" });
    expect(sent.height).to.equal(height + 1);
    expect(sent.fee).to.equal(sent.weight * 1_000_000_000n);
    expect(sent.changes).to.deep.equal([
      { kind: "universal", attribute: "balance", key: ISSUER, old: "100", new: "80" },
      { kind: "universal", attribute: "balance", key: bob, old: null, new: "19" },
      { kind: "universal", attribute: "fees", key: "00", old: null, new: "1" },
    ]);
    expect(await chain.read(Transfer, "balance", bob)).to.equal("19");
    expect(await chain.read(Transfer, "fees")).to.equal("1");
  });

  it("answers requests as plain values, and accepts accounts in place of addresses", async () => {
    const [alice] = chain.accounts;
    expect(await chain.call(BalanceOf, { of: alice ?? "" })).to.deep.equal({
      balance: "100",
      blocks: BigInt(chain.height),
      one: "1.5",
    });
  });

  it("tries a contract without storing what it writes", async () => {
    const { height } = chain;
    expect(await chain.call(Transfer, { to: bob, amount: "20" })).to.equal(null);
    await assertRefused(chain.call(Transfer, { to: bob, amount: "200" }), "The balance is too low.");
    expect(chain.height).to.equal(height);
    expect(await chain.read(Transfer, "balance", bob)).to.equal(null);
  });

  it("calls codes of the chain by name, and creates money", async () => {
    await chain.fund(STRANGER, 5_000_000_000n);
    await chain.send("Send", { to: bob, amount: "7" }, { from: STRANGER });
    expect(Number(await chain.balance(STRANGER))).to.be.below(5_000_000_000);
    expect(await chain.call("GetBalance", { address: STRANGER })).to.deep.equal({
      balance: await chain.balance(STRANGER),
    });
  });

  it("sends from an address without its key, and refuses other text", async () => {
    await assertRefused(chain.impersonate(STRANGER).send(Mint, { amount: "1" }), "Only the issuer mints.");
    await expectRejection(chain.impersonate("alice").send(Mint, { amount: "1" }), "ADDRESS", "usage");
  });

  it("puts several submitted calls into one block", async () => {
    const hashes = [
      await chain.submit(Mint, { amount: "1" }),
      await chain.submit(Transfer, { to: bob, amount: "100" }),
    ];
    await expectRejection(chain.outcomeOf(hashes[0] ?? ""), "NOT_INCLUDED", "not-found");
    const height = await chain.mine();
    const sent = await Promise.all(hashes.map((hash) => chain.outcomeOf(hash)));
    expect(sent.map((each) => each.height)).to.deep.equal([height, height]);
  });

  it("sends calls with the times that their senders choose, after the last block (PROTOCOL 5.5)", async () => {
    const When = contract({ name: "When", space: "times" }, () => [respond(timestamp)]);
    await chain.publish(When);
    const timestampUs = chain.timeUs + 90_000_000;
    expect(await chain.call(When, {}, { timestampUs })).to.equal(BigInt(timestampUs));
    await chain.warp(100);
    expect((await chain.send(When, {}, { timestampUs })).result).to.equal(BigInt(timestampUs));
    await expectRejection(chain.send(When, {}, { timestampUs }), "TRANSACTION_OVERTAKEN", "refused");
  });

  it("refuses a call that is dated ahead of the chain, and does not let its time pass", async () => {
    const When = contract({ name: "When", space: "times" }, () => [respond(timestamp)]);
    await chain.publish(When);
    const { nextTimestamp, height } = chain;
    const ahead = { timestampUs: nextTimestamp + 1 };
    await expectRejection(chain.send(When, {}, ahead), "TIMESTAMP_AHEAD", "usage");
    await expectRejection(chain.submit(When, {}, ahead), "TIMESTAMP_AHEAD", "usage");
    expect([chain.nextTimestamp, chain.height]).to.deep.equal([nextTimestamp, height]);
    expect((await chain.send(When)).result).to.equal(BigInt(nextTimestamp));
    const given = chain.timeUs;
    expect((await chain.send(When, {}, { timestampUs: given })).result).to.equal(BigInt(given));
  });

  it("sends a call at exactly a time, and lets time pass up to one", async () => {
    const When = contract({ name: "When", space: "times" }, () => [respond(timestamp)]);
    await chain.publish(When);
    const deadline = BigInt(chain.nextTimestamp + 3_600_000_000);
    expect((await chain.at(deadline).send(When, {}, { from: bob })).result).to.equal(deadline);
    await expectRejection(chain.at(deadline).send(When), "TRANSACTION_OVERTAKEN", "refused");
    const later = Number(deadline) + 86_400_000_000;
    await chain.warpTo(later);
    expect(chain.nextTimestamp).to.equal(later + 1);
    expect((await chain.at(later - 5).send(When)).result).to.equal(BigInt(later - 5));
    await expectRejection(chain.warpTo(later), "SANDBOX_TIME", "usage");
  });

  it("lets time pass only on request", async () => {
    const before = chain.timeUs;
    await chain.warp(3600);
    expect(chain.timeUs - before).to.be.within(3_600_000_000, 3_601_000_000);
    await chain.revert(start);
    expect(chain.timeUs).to.be.below(before + 3_600_000_000);
  });

  it("reverts to a snapshot any number of times, and refuses a forgotten one", async () => {
    await chain.send(Mint, { amount: "1" });
    const later = await chain.snapshot();
    await chain.revert(start);
    expect(await chain.read(Mint, "balance", ISSUER)).to.equal("100");
    await expectRejection(chain.revert(later), "SNAPSHOT_UNKNOWN", "not-found");
  });

  it("reverts the codes too: later ones are gone, earlier ones are back", async () => {
    const First = contract({ name: "Say", version: "1" }, () => [respond("first")]);
    const Second = contract({ name: "Say", version: "2" }, () => [respond("second")]);
    await expectRejection(chain.send(First), "CONTRACT_MISSING", "not-found");
    await chain.publish(First);
    const snapshot = await chain.snapshot();
    await chain.publish(Second);
    expect((await chain.send(Second)).result).to.equal("second");
    await chain.revert(snapshot);
    expect((await chain.send(First)).result).to.equal("first");
    await chain.revert(start);
    await expectRejection(chain.send(First), "CONTRACT_MISSING", "not-found");
  });

  it("is independent of other sandboxes of the process", async () => {
    const other = await sandbox();
    expect(await other.read(Mint, "balance", ISSUER)).to.equal(null);
    await expectRejection(other.send(Mint, { amount: "1" }), "CONTRACT_MISSING", "not-found");
  });

  it("publishes a code without writer and space for the first account", async () => {
    const Hello = contract({ name: "Hello", format: "classic" }, () => [respond("hello")]);
    const Ask = request({ name: "Ask", space: "mine" }, () => [respond({ x: 1 })]);
    await chain.publish(Hello, Ask);
    expect((await chain.send(Hello)).result).to.equal("hello");
    expect(await chain.call(Ask)).to.deep.equal({ x: 1n });
  });

  it("tells the line of the condition that refuses a call", async () => {
    const { places } = Transfer;
    const condition = places.get("$.e[1].$condition");
    const refused = await assertRefused(chain.send(Transfer, { to: ISSUER, amount: "1" }));
    expect(refused.details).to.deep.equal({
      at: `${condition?.file}:${condition?.line}:${condition?.column}`,
    });
    const tried = await assertRefused(chain.call(Transfer, { to: ISSUER, amount: "1" }));
    expect(tried.details).to.deep.equal(refused.details);
    const unread = await assertRefused(chain.send(fromJson(Transfer.toJson()), { to: ISSUER, amount: "1" }));
    expect(unread.details).to.deep.equal({});
  });

  describe("assertRefused", () => {
    it("accepts the sentence or its beginning, and returns the refusal", async () => {
      const error = await assertRefused(chain.send(Transfer, { to: bob, amount: "0" }), "The amount must");
      expect(error.code).to.equal("EXECUTION_FAILED");
    });

    it("fails for another sentence, and for a call that is accepted", async () => {
      const refused = chain.send(Transfer, { to: bob, amount: "0" });
      const { actual, expected } = await failureOf(assertRefused(refused, "The balance"));
      expect([actual, expected]).to.deep.equal([
        "The amount must be a whole number above zero.",
        "The balance",
      ]);
      await failureOf(assertRefused(chain.send(Mint, { amount: "1" })));
    });

    it("rethrows an error that is not a refusal", async () => {
      await assertRefused(Promise.reject(new TypeError("a bug"))).then(
        () => expect.fail("It held."),
        (error: unknown) => expect(error).to.be.instanceOf(TypeError),
      );
    });
  });

  describe("assertChanges", () => {
    it("compares all changes, in any order", async () => {
      const call = chain.send(Transfer, { to: bob, amount: "20" });
      await assertChanges(call, [
        { attribute: "fees" },
        { attribute: "balance", key: bob, old: null },
        { attribute: "balance", key: { address: ISSUER }, new: "80" },
      ]);
    });

    it("fails for a change too few, too many, or another value", async () => {
      const changes = [{ attribute: "balance", key: ISSUER, new: "101" }];
      await failureOf(assertChanges(chain.send(Mint, { amount: "1" }), []));
      await failureOf(assertChanges(chain.send(Mint, { amount: "1" }), changes));
      await failureOf(assertChanges(chain.send(Mint, { amount: "0" }), changes));
    });

    it("names each cell with its last and its expected value", async () => {
      const { message } = await failureOf(
        assertChanges(chain.send(Transfer, { to: bob, amount: "20" }), [{ key: bob, new: "21" }]),
      );
      expect(message).to.include(`${bob}: … → '21'`).and.to.include(`balance ${bob}: null → '19'`);
    });
  });

  it("assertSupplyKept compares sums as numbers", async () => {
    const transfer = (): Promise<unknown> => chain.send(Transfer, { to: bob, amount: "3" });
    await assertSupplyKept(chain, [Transfer, "balance"], transfer);
    await failureOf(assertSupplyKept(chain, [Mint, "balance"], () => chain.send(Mint, { amount: "1" })));
  });
});

describe("sandbox() over a node's chain", () => {
  const node = useDevProcess();

  it("begins at a height of that chain, and does not change it", async () => {
    const { url } = node.node;
    const client = createClient({ url });
    const height = (await client.round()).block.height;
    const chain = await sandbox({ fork: url, height: height - 1 });
    expect(chain.height).to.equal(height - 1);
    await chain.publish(Mint);
    await chain.send(Mint, { amount: "5" });
    expect(await chain.read(Mint, "balance", ISSUER)).to.equal("5");
    await expectRejection(sandbox({ fork: url, height: 1_000_000 }), "HEIGHT_UNKNOWN", "not-found");
  });

  it("refuses a height without a node", async () => {
    await expectRejection(sandbox({ height: 3 }), "SANDBOX_SETTINGS", "usage");
  });
});
