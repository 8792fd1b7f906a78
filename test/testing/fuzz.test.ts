import { AssertionError } from "node:assert";
import { expect } from "chai";
import {
  address,
  any,
  contract,
  decimal,
  from,
  key,
  op,
  require,
  text,
  timestamp,
  universal,
  type Code,
} from "../../src/contract/index.js";
import { contractToText, type ClassicContract } from "../../src/system/classic-code.js";
import { RECORDED_SEND_3, SEND_3 } from "../../src/system/codes/send-3.js";
import { RECORDED_SEND_5, SEND_5 } from "../../src/system/codes/send-5.js";
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
const SPACE = { space: "fuzz", writer: issuer };

async function findingsOf(...codes: readonly Code[]): Promise<readonly FuzzFinding[]> {
  return (
    await fuzz(
      codes.map((code) => code.toJson()),
      { runs: RUNS, seed },
    )
  ).findings;
}

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

    it("is not an amount of a contract that `mints` names", async () => {
      const { findings } = await fuzz([credit("Take", false).toJson()], {
        runs: RUNS,
        seed,
        mints: ["Take"],
      });
      expect(findings).to.deep.equal([]);
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
        require(word.eq(code), "Another word. "),
        require(timestamp.gt(1_800_000_000_000_000), "Too early. "),
        closed.set("1"),
      ],
    );
    const isOpen = (state: FuzzState): boolean => state.read(Close, "closed") === null;

    it("gives sequences a state that calls lead to, so that an invariant of several cells holds", async () => {
      const sums = new Set<string>();
      const invariants = { sum: (state: FuzzState) => void sums.add(state.supply(Fill, "balance")) };
      const scene = () => ({ calls: [[Fill, { amount: "7" }]] as const });
      await assertProperties([Transfer, Close], { scene, invariants, runs: RUNS, seed });
      expect([...sums].filter((sum) => sum !== "7")).to.deep.equal([]);
    });

    it("gives parameters values that are not generated", async () => {
      const settings = { invariants: { isOpen }, runs: RUNS, seed };
      await assertProperties([Close], { ...settings, scene: () => ({ calls: [] }) });
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
