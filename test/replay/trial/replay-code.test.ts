import { expect } from "chai";
import { contract, decimal, from, require, universal, type Code } from "../../../src/contract/index.js";
import { isSameCall, replayCode, type ReplayedCall } from "../../../src/replay/trial/replay-code.js";
import { completeCode } from "../../../src/testing/complete-code.js";
import { fuzzSpaces } from "../../../src/testing/fuzz/fuzz-state.js";
import { openDevSandbox, startDevChain, type DevChainStart } from "../../../src/dev/sandbox/dev-sandbox.js";
import { createWatchedRunners, type ExecutedCall } from "../../../src/testing/executions.js";
import { TestChain } from "../../../src/testing/test-chain.js";
import type { SandboxChain } from "../../../src/dev/sandbox/sandbox-chain.js";
import { START_US } from "../../support/dev-node.js";

const totals = universal("total", { value: decimal, default: "0" });

function add(least: "0" | "2", factor: "1" | "3"): Code {
  return contract({ name: "Add", space: "sum", parameters: { amount: decimal } }, ({ amount }) => [
    require(amount.gt(least), "It is too little. "),
    totals.set(totals.add(factor === "1" ? amount : amount.mul(factor))),
  ]);
}

describe("Recorded calls under another version of their code", () => {
  let start: DevChainStart;
  let sandbox: SandboxChain;
  before(async () => {
    start = await startDevChain(START_US);
    const notes: ((executed: ExecutedCall) => void)[] = [];
    const runners = createWatchedRunners({
      onExecuted: (executed) => notes.forEach((note) => note(executed)),
    });
    sandbox = await openDevSandbox(start, runners);
    const chain = new TestChain({ chain: sandbox, accounts: start.accounts });
    notes.push((executed) => chain.note(executed));
    const code = add("0", "1");
    await chain.publish(code);
    for (const amount of ["1", "5"]) await chain.send(code, { amount });
    // Two calls of one block: the second is replayed on what the first has written.
    await chain.submit(code, { amount: "7" });
    await chain.submit(code, { amount: "9" });
    await chain.mine();
  });

  async function replayed(...codes: readonly Code[]): Promise<readonly ReplayedCall[]> {
    const chain = await sandbox.openChain();
    const calls: ReplayedCall[] = [];
    const texts = codes.map((code) => completeCode(code, fuzzSpaces()).text);
    for await (const call of replayCode(chain, texts, { from: 1, to: chain.height })) calls.push(call);
    return calls;
  }

  it("does the same under the same code, for every call", async () => {
    const calls = await replayed(add("0", "1"));
    expect(calls).to.have.length(4);
    expect(calls.every(isSameCall)).to.equal(true);
  });

  it("tells which calls the new version refuses", async () => {
    const calls = await replayed(add("2", "1"));
    expect(calls.map(({ refusal }) => refusal)).to.deep.equal(["It is too little. ", null, null, null]);
  });

  it("tells which cells end with other values, each call on the state that it had", async () => {
    const calls = await replayed(add("0", "3"));
    expect(
      calls.map(({ changes }) => changes.map((change) => [change.old?.new, change.new?.new])),
    ).to.deep.equal([
      [["1", "3"]],
      [["6", "16"]],
      ...calls.slice(2).map(({ changes }) => changes.map((change) => [change.old?.new, change.new?.new])),
    ]);
    expect(calls.slice(2).every(({ changes }) => changes.length === 1)).to.equal(true);
  });

  it("tells which parameters the new version does not accept", async () => {
    const Other = contract(
      { name: "Add", space: "sum", parameters: { amount: decimal, note: decimal } },
      () => [totals.set(from as never)],
    );
    expect((await replayed(Other)).every(({ refusal }) => refusal?.includes("'note'") === true)).to.equal(
      true,
    );
  });

  it("finds no calls of another contract, and tells of which of several a call is", async () => {
    const other = contract({ name: "Other", space: "sum" }, () => []);
    expect(await replayed(other)).to.deep.equal([]);
    const calls = await replayed(other, add("0", "1"));
    expect(calls.map((call) => call.contract)).to.deep.equal(["Add", "Add", "Add", "Add"]);
  });
});
