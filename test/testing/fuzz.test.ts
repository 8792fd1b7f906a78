import { AssertionError } from "node:assert";
import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  address,
  any,
  contract,
  decimal,
  from,
  integer,
  isAddressText,
  key,
  op,
  require,
  text,
  timestamp,
  universal,
  type Code,
} from "../../src/contract/index.js";
import { contractToText, type ClassicContract } from "../../src/system/classic-code.js";
import { RECORDED_SEND_3, SEND_3, RECORDED_SEND_5, SEND_5 } from "../../src/system/codes.js";
import { fuzz, type FuzzFinding } from "../../src/testing/fuzz/fuzz.js";
import { fuzzSpaces } from "../../src/testing/fuzz/fuzz-state.js";
import { fuzzAccounts } from "../../src/testing/fuzz/generators.js";
import {
  assertProperties,
  generators,
  sandbox,
  type FuzzState,
  type PropertyScene,
  type Stage,
} from "../../src/testing/index.js";
import { Transfer } from "../contract/token.js";
import { expectRejection } from "../support/expect-rejection.js";
import { seeded, TEST_SEED } from "../support/seeded-random.js";

const RUNS = 300;
const seed = TEST_SEED;
const { rootSpace, publisher: issuer } = fuzzSpaces();

const balances = universal("balance", { key: address, value: decimal, default: "0" });
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const SPACE = { space: "fuzz", writer: issuer };

async function findingsOf(...codes: readonly Code[]): Promise<readonly FuzzFinding[]> {
  return (
    await fuzz(
      codes.map((code) => code.toJson()),
      { runs: RUNS, seed },
    )
  ).findings;
}

/** An amount in units of 10^-40. */
const unitsOf = (amount: string): bigint => {
  const [whole = "", part = ""] = amount.split(".");
  return BigInt(whole + part.padEnd(40, "0"));
};

async function rulesOf(...codes: readonly Code[]): Promise<readonly string[]> {
  return (await findingsOf(...codes)).map(({ rule, contract }) => `${rule} ${contract}`);
}

describe(seeded("The fuzzer"), () => {
  const classic = async (code: ClassicContract): Promise<readonly FuzzFinding[]> =>
    (await fuzz([contractToText(code, rootSpace)], { runs: RUNS, seed })).findings;

  it("finds that the recorded Send 3 mints when the sender is the recipient (PROTOCOL 6.18)", async () => {
    const [found, ...others] = await classic(RECORDED_SEND_3);
    expect(others).to.deep.equal([]);
    expect(found?.rule).to.equal("value");
    expect(found?.story.at(-1)).to.match(/^(\w+) calls Send to=\1 amount="[^"]+": accepted$/);
  });

  it("finds that the recorded Send 5 mints for an address that ends in 00 (PROTOCOL 6.18)", async () => {
    const [found, ...others] = await classic(RECORDED_SEND_5);
    expect(others).to.deep.equal([]);
    expect(found?.rule).to.equal("value");
    expect(found?.story.at(-1)).to.match(
      /^zoe calls Send to=zoe \(as [0-9a-f]{42}\) amount="[^"]+": accepted$/,
    );
  });

  it("finds nothing in the present ones (PROTOCOL 6.18)", async () => {
    expect(await classic(SEND_3)).to.deep.equal([]);
    expect(await classic(SEND_5)).to.deep.equal([]);
    expect(await rulesOf(Transfer)).to.deep.equal([]);
  });

  it("finds the same with the same seed", async () => {
    const once = await fuzz([Transfer.toJson()], { runs: 50, seed: 7 });
    const again = await fuzz([Transfer.toJson()], { runs: 50, seed: 7 });
    const other = await fuzz([Transfer.toJson()], { runs: 500, seed: 8 });
    expect(again).to.deep.equal(once);
    expect(other.accepted).to.not.deep.equal(once.accepted);
  });

  describe("value from nothing", () => {
    const amount = { amount: decimal };
    const credit = (name: string, guarded: boolean): Code =>
      contract({ ...SPACE, name, parameters: amount }, ({ amount }) => [
        ...(guarded ? [require(from.eq(issuer), "Not the issuer. ")] : []),
        require(amount.gt("0"), "Zero. "),
        balances.of(from).set(balances.of(from).add(amount)),
      ]);

    it("is an amount that any address credits to itself, and not one that the issuer mints", async () => {
      expect(await rulesOf(credit("Take", false))).to.deep.equal(["value Take"]);
      expect(await rulesOf(credit("Mint", true))).to.deep.equal([]);
    });

    it("is not a reward that the author counts: the total that is conserved stays", async () => {
      const given = universal("given", { value: decimal, default: "0" });
      const Reward = (isCounted: boolean): Code =>
        contract({ ...SPACE, name: "Reward", parameters: amount }, ({ amount }) => [
          require(amount.gt("0"), "Zero. "),
          balances.of(from).set(balances.of(from).add(amount)),
          ...(isCounted ? [given.set(given.add(amount))] : []),
        ]);
      const findings = async (code: Code): Promise<readonly FuzzFinding[]> => {
        const conserves = (state: FuzzState): bigint =>
          unitsOf(state.supply(code, "balance")) - unitsOf(state.supply(code, "given"));
        return (await fuzz([code.toJson()], { runs: 50, seed, conserves })).findings;
      };
      expect(await findings(Reward(true))).to.deep.equal([]);
      expect((await findings(Reward(false))).map(({ rule }) => rule)).to.deep.equal(["conserves"]);
    });

    it("is not a count of calls, and not a deposit that is paid for", async () => {
      const votes = universal("votes", { value: decimal, default: "0" });
      const shares = universal("shares", { key: address, value: decimal, default: "0" });
      const Vote = contract({ ...SPACE, name: "Vote" }, () => [votes.set(votes.add("1"))]);
      const Deposit = contract({ ...SPACE, name: "Deposit", parameters: amount }, ({ amount }) => [
        require(amount.gt("0"), "Zero. "),
        require(balances.of(from).gte(amount), "Too little. "),
        balances.of(from).set(balances.of(from).sub(amount)),
        shares.of(from).set(shares.of(from).add(amount)),
      ]);
      expect(await rulesOf(Vote, Deposit)).to.deep.equal([]);
    });

    it("is a negative amount that is not refused", async () => {
      const Move = contract(
        { ...SPACE, name: "Move", parameters: { to: address, amount: decimal } },
        ({ to, amount }) => [
          require(to.ne(from).and(to.strlen().eq(44)), "Not another. "),
          require(balances.of(from).gte(amount), "Too little. "),
          balances.of(from).set(balances.of(from).sub(amount)),
          balances.of(to).set(balances.of(to).add(amount)),
        ],
      );
      const [found] = await findingsOf(Move);
      expect(found?.rule).to.equal("value");
      expect(found?.story.at(-1)).to.match(/amount="-/);
    });
  });

  it("finds a change of another's cells that depends on no sender", async () => {
    const owners = universal("owner", { key: key, value: address });
    const Steal = contract({ ...SPACE, name: "Steal", parameters: { id: key } }, ({ id }) => [
      owners.of(id).set(from),
    ]);
    const Clear = contract({ ...SPACE, name: "Clear", parameters: { of: address } }, ({ of }) => [
      require(of.strlen().eq(44), "No address. "),
      balances.of(of).set("0"),
    ]);
    const Own = contract({ ...SPACE, name: "Own" }, () => [balances.of(from).set("0")]);
    expect(await rulesOf(Clear)).to.deep.equal(["stranger Clear"]);
    expect(await rulesOf(Own)).to.deep.equal([]);
    expect(await rulesOf(Steal)).to.deep.equal(["stranger Steal"]);
  });

  it("finds that the machine fails behind the conditions, and not within one", async () => {
    const notes = universal("note", { key: address, value: decimal });
    const Bare = contract({ ...SPACE, name: "Bare", parameters: { amount: decimal } }, ({ amount }) => [
      notes.of(from).set(amount.mul("2")),
    ]);
    const Guarded = contract({ ...SPACE, name: "Guarded", parameters: { amount: decimal } }, ({ amount }) => [
      require(amount.gte("0"), "Negative. "),
      notes.of(from).set(amount.mul("2")),
    ]);
    const Keyed = contract(
      { ...SPACE, name: "Keyed", parameters: { at: { type: any, max: 100 } } },
      ({ at }) => [op.write_universal("note", at as never, "1")],
    );
    expect(await rulesOf(Bare)).to.include("machine Bare");
    expect(await rulesOf(Guarded)).to.deep.equal([]);
    expect(await rulesOf(Keyed)).to.include("machine Keyed");
  });

  it("tries deadlines, because time passes between calls", async () => {
    const opened = universal("opened", { value: decimal });
    const Open = contract({ ...SPACE, name: "Open" }, () => [
      require(opened.eq(null), "It is open. "),
      opened.set(op.concat(op.load_param("timestamp") as never) as never),
    ]);
    const { accepted } = await fuzz([Open.toJson()], { runs: RUNS, seed });
    expect(accepted.get("Open")).to.be.greaterThan(0);
  });

  it("generates texts for a pattern that no edge value matches", async () => {
    const deals = universal("deal", { key, value: decimal });
    const Deal = contract({ ...SPACE, name: "Deal", parameters: { id: key } }, ({ id }) => [
      require(op.reg_match("/^[0-9a-f]{64}$/D", id).and(deals.of(id).eq(null)), "It is no hash, or used. "),
      deals.of(id).set(from as never),
    ]);
    const { accepted } = await fuzz([Deal.toJson()], { runs: RUNS, seed });
    expect(accepted.get("Deal")).to.be.greaterThan(0);
  });

  describe("feedback", () => {
    const acceptedOf = async (...codes: readonly Code[]): Promise<ReadonlyMap<string, number>> =>
      (
        await fuzz(
          codes.map((code) => code.toJson()),
          { runs: RUNS, seed },
        )
      ).accepted;

    it("finds a word and a number that conditions compare", async () => {
      const opened = universal("opened", { value: decimal });
      const Open = contract(
        { ...SPACE, name: "Open", parameters: { word: { type: text, max: 40 }, count: integer } },
        ({ word, count }) => [
          require(word.eq("sesame, with a long tail"), "Another word. "),
          require(count.gt(7_654_321).and(count.lte(7_654_322)), "Another number. "),
          opened.set("1"),
        ],
      );
      expect((await acceptedOf(Open)).get("Open")).to.be.greaterThan(0);
    });

    it("commits to what a later call reveals, and waits for deadlines", async () => {
      const commits = universal("commit", { key: address, value: text });
      const ends = universal("end", { key: address, value: integer });
      const shown = universal("shown", { key: address, value: text });
      const Commit = contract({ ...SPACE, name: "Commit", parameters: { commit: key } }, ({ commit }) => [
        require(commits.of(from).is_null(), "It is there. "),
        commits.of(from).set(commit),
        ends.of(from).set(timestamp.add(1_234_567_890).as(integer)),
      ]);
      const Reveal = contract(
        { ...SPACE, name: "Reveal", parameters: { bid: decimal, secret: { type: text, max: 64 } } },
        ({ bid, secret }) => [
          require(op.hash([from, bid, secret]).eq(commits.of(from)), "Another commitment. "),
          require(timestamp.eq(ends.of(from)), "Not now. "),
          shown.of(from).set(bid),
        ],
      );
      expect((await acceptedOf(Commit, Reveal)).get("Reveal")).to.be.greaterThan(0);
    });
  });

  describe("a contract that is never accepted", () => {
    const Never = contract({ ...SPACE, name: "Never" }, () => [
      require(op.hash(from).eq("no hash"), "Never. "),
      balances.of(from).set("1"),
    ]);

    it("is in the report with its refused calls, and the sequences come beside the examples", async () => {
      const report = await fuzz([Never.toJson(), Transfer.toJson()], { runs: 10, seed });
      expect(report.neverAccepted).to.deep.equal(["Never"]);
      expect(report.refused.get("Never")).to.be.greaterThan(0);
      expect(report.accepted.get("Never")).to.equal(0);
      const examples = (await fuzz([Never.toJson(), Transfer.toJson()], { runs: 0, seed })).calls;
      expect(report.calls - examples).to.be.within(10 * 8, 40 * 8);
    });

    it("fails the property, unless that is meant", async () => {
      const error: unknown = await assertProperties([Never], { runs: 10, seed }).catch(
        (caught: unknown) => caught,
      );
      expect(error).to.be.instanceOf(AssertionError);
      await assertProperties([Never], { runs: 10, seed, neverAccepted: [Never] });
    });
  });

  describe("attributes", () => {
    const seen = universal("seen", { value: decimal, default: "0" });
    const See = contract({ ...SPACE, name: "See", parameters: { amount: decimal } }, ({ amount }) => [
      require(amount.gte("0"), "Negative. "),
      seen.set(amount),
    ]);
    const kindOf = async (kind: "counter" | "maximum" | "share"): Promise<readonly string[]> => {
      const { findings } = await fuzz([See.toJson()], { runs: RUNS, seed, attributes: { seen: kind } });
      return findings.map(({ rule }) => rule).filter((rule) => rule === "attribute");
    };

    it("of counters and maxima never fall", async () => {
      expect(await kindOf("counter")).to.deep.equal(["attribute"]);
      expect(await kindOf("maximum")).to.deep.equal(["attribute"]);
      expect(await kindOf("share")).to.deep.equal([]);
    });
  });

  describe("assertProperties", () => {
    it("passes when the rules hold, and reports the tried calls", async () => {
      const report = await assertProperties([Transfer], {
        runs: 100,
        seed,
        invariants: {
          "no balance is negative": (state) =>
            state.accounts.every((account) => Number(state.read(Transfer, "balance", account) ?? 0) >= 0),
        },
      });
      expect(report.accepted.get("Transfer")).to.be.greaterThan(0);
    });

    it("fails with the shortest calls and the seed", async () => {
      const noFees = (state: FuzzState): boolean => Number(state.supply(Transfer, "fees")) === 0;
      const error = await assertProperties([Transfer], { runs: 200, seed, invariants: { noFees } }).then(
        () => expect.fail("It held."),
        (error: unknown) => error as AssertionError,
      );
      expect(error).to.be.instanceOf(AssertionError);
      expect(error.message).to.include("noFees does not hold").and.to.include(`seed ${seed}`);
      const [found] = error.actual as readonly FuzzFinding[];
      expect(found?.story.filter((line) => line.includes("calls"))).to.have.length(1);
    });
  });

  describe("a scene", () => {
    const closed = universal("closed", { value: decimal, default: "0" });
    const Fill = contract({ ...SPACE, name: "Fill", parameters: { amount: decimal } }, ({ amount }) => [
      require(from.eq(issuer), "Not the issuer. "),
      balances.of(from).set(balances.of(from).add(amount)),
    ]);
    const code = "a long word that nothing generates";
    const Close = contract(
      { ...SPACE, name: "Close", parameters: { word: { type: text, max: 40 } } },
      ({ word }) => [
        require(word.hash().eq(sha256(code)), "Another word. "),
        require(timestamp.gt(1_800_000_000_000_000), "Too early. "),
        closed.set("1"),
      ],
    );
    const Give = contract(
      { ...SPACE, name: "Give", parameters: { to: address, amount: decimal } },
      ({ to, amount }) => [
        require(to.ne(from).and(isAddressText(to)), "Not another. "),
        require(amount.gt("0").and(balances.of(from).gte(amount)), "Not an amount. "),
        balances.of(from).set(balances.of(from).sub(amount)),
        balances.of(to).set(balances.of(to).add(amount)),
      ],
    );
    const isOpen = (state: FuzzState): boolean => state.read(Close, "closed") === null;

    it("gives sequences a state that calls lead to, so that an invariant of several cells holds", async () => {
      const sums = new Set<string>();
      const invariants = { sum: (state: FuzzState) => void sums.add(state.supply(Fill, "balance")) };
      const scene = () => ({ calls: [[Fill, { amount: "7" }]] as const });
      await assertProperties([Give], { scene, invariants, runs: RUNS, seed });
      expect([...sums].filter((sum) => sum !== "7")).to.deep.equal([]);
    });

    it("gives parameters values that are not generated", async () => {
      const settings = { invariants: { isOpen }, runs: RUNS, seed };
      const { accepted } = await assertProperties([Close], {
        ...settings,
        scene: () => ({ calls: [] }),
        neverAccepted: [Close],
      });
      expect(accepted.get("Close")).to.equal(0);
      const scene = ({ timeUs }: Stage): PropertyScene => ({
        calls: [],
        values: { word: [timeUs === 1_800_000_000_000_000 ? code : ""] },
      });
      const error: unknown = await assertProperties([Close], { ...settings, scene }).catch(
        (caught: unknown) => caught,
      );
      expect(error).to.be.instanceOf(AssertionError);
      expect((error as AssertionError).message).to.match(/^Close: isOpen does not hold/);
    });

    it("fails where one of its calls is refused", async () => {
      const scene = ({ accounts: [, bob] }: Stage): PropertyScene => ({
        calls: [[Fill, { amount: "1" }, bob]],
      });
      await expectRejection(assertProperties([Close], { scene, runs: RUNS, seed }), "SCENE_REFUSED", "usage");
    });
  });

  it("treats a cell that pays into another one as an amount", async () => {
    const debts = universal("debt", { key: address, value: decimal, default: "0" });
    const Collect = (isTaken: boolean): Code =>
      contract({ ...SPACE, name: "Collect" }, () => [
        balances.of(from).set(balances.of(from).add(debts.of(from))),
        ...(isTaken ? [debts.of(from).set("0")] : []),
      ]);
    expect(await rulesOf(Collect(true))).to.deep.equal([]);
    expect(await rulesOf(Collect(false))).to.deep.equal(["value Collect"]);
  });

  it("generates parameters for calls on a sandbox", async () => {
    const { fc, parametersOf } = await generators();
    const chain = await sandbox();
    await chain.publish(Transfer);
    const addresses = fuzzAccounts().map((account) => account.address);
    for (const given of fc.sample(parametersOf(Transfer, addresses), { numRuns: 20, seed }))
      await chain.send(Transfer, given as never).then(
        () => expect.fail("No account has a balance."),
        (error: unknown) => expect(error).to.have.property("name", "ChainError"),
      );
  });
});
