import { expect } from "chai";
import { lintCode } from "../../src/lint/lint-code.js";
import type { LintCode } from "../../src/records/lint-rules.js";
import { fuzz } from "../../src/testing/fuzz/fuzz.js";
import { sandbox } from "../../src/testing/index.js";
import { BUGS, streamCodes, type Bug } from "./planted-stream.js";

const RUNS = 500;
const MOST_SEEDS = 20;

/** What finds each bug: a rule of the fuzzer with the contract, a rule of the linter, or the contract's own tests. */
const FOUND_BY: Readonly<Record<Bug, string>> = {
  "no cap": "value Withdraw",
  "no order": "value Withdraw",
  "own stream": "value Cancel",
  alias: "ADDRESS_LENGTH",
  "cancelled twice": "value Cancel",
  "anyone cancels": "stranger Cancel",
  "any payee": "stranger Withdraw",
  negative: "value Withdraw",
  "joined key": "HASH_OF_JOINED",
  "not counted": "value Withdraw",
  reopen: "CELL_OVERWRITTEN",
  "rounded up": "test",
  "growing inbox": "VALUE_TOO_LONG",
  "any recipient": "value Cancel",
};

const textsOf = (bug: Bug | null): readonly string[] => streamCodes(bug).map((code) => code.toJson());
const lintOf = (bug: Bug | null): readonly LintCode[] =>
  textsOf(bug).flatMap((text) => lintCode(text).map(({ code }) => code));

/** What the fuzzer finds; with a sought finding, by the first seed that finds it. */
async function fuzzed(bug: Bug | null, sought?: string): Promise<readonly string[]> {
  let found: readonly string[] = [];
  for (let seed = 1; seed <= MOST_SEEDS; seed += 1) {
    const { findings, neverAccepted } = await fuzz(textsOf(bug), { runs: RUNS, seed });
    found = [...findings.map(({ rule, contract }) => `${rule} ${contract}`), ...neverAccepted];
    if (sought === undefined || found.includes(sought)) break;
  }
  return found;
}

/** What the payee of a stream of 1000 over 100 s has after 50 s. */
async function paidAtHalf(bug: Bug | null): Promise<unknown> {
  const chain = await sandbox();
  const [issuer = "", payer = "", payee = ""] = chain.accounts;
  const codes = streamCodes(bug);
  const [Issue, Open, Withdraw] = codes;
  if (Issue === undefined || Open === undefined || Withdraw === undefined) return null;
  await chain.publish(...codes);
  await chain.send(Issue, { to: payer, amount: "1000" }, { from: issuer });
  const start = chain.timeUs + 1_000_000;
  const stream = { name: "pay", to: payee, amount: "1000", start, cliff: start, end: start + 100_000_000 };
  await chain.send(Open, stream, { from: payer });
  await chain.warp(60);
  const at = { from: payee, timestampUs: start + 50_000_000 };
  await chain.send(Withdraw, { payer, name: "pay" }, at);
  return chain.read(Open, "balance", payee);
}

describe("A bug that is planted in streams of money", () => {
  it("is nowhere in the correct contract: no tool finds one", async () => {
    expect(await fuzzed(null)).to.deep.equal([]);
    expect(lintOf(null)).to.deep.equal([]);
    expect(await paidAtHalf(null)).to.equal("500");
  });

  for (const bug of BUGS) {
    const rule = FOUND_BY[bug];
    it(`${bug}: is found by ${rule}`, async () => {
      if (rule === "test") expect(await paidAtHalf(bug)).to.not.equal("500");
      else if (rule.includes(" ")) expect(await fuzzed(bug, rule)).to.include(rule);
      else expect(lintOf(bug)).to.include(rule);
    });
  }
});
