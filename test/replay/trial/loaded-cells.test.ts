import { expect } from "chai";
import { ReadChain } from "../../../src/replay/read-chain.js";
import { replayTransaction } from "../../../src/replay/trial/try-transaction.js";
import { traceText } from "../../../src/replay/trial/trace-text.js";
import type { TransactionMembers } from "../../../src/node/preset.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { trialFields } from "../../../src/replay/trial/trial-data.js";
import type { Trial } from "../../../src/replay/trial/trial.js";
import type { TraceCall } from "../../../src/vm/machine.js";
import { addBlock, openPointerChain, type PointerChain } from "../../support/dependent-keys.js";

const NOTE = "not loaded: its key depends on a read";
const PLAIN = { width: Infinity, dim: String, red: String, yellow: String };

/** Returns key and note of the reads of the attribute `cell`, at any depth. */
function readsOf(calls: readonly TraceCall[]): readonly (readonly [unknown, string | null])[] {
  return calls.flatMap((call) => [
    ...readsOf(call.calls),
    ...(call.operator === "read_universal" && call.arguments?.[0] === "cell"
      ? [[call.arguments[1], call.note] as const]
      : []),
  ]);
}

describe("The trace of a read under a key that depends on a read (PROTOCOL 7.5)", () => {
  let chain: PointerChain;
  beforeEach(async () => {
    chain = await openPointerChain(await openSqliteStore({ file: IN_MEMORY }));
    await addBlock(chain, [{ type: "Set", p: "00", k: "aa" }]);
    await addBlock(chain, [{ type: "Write", k: "aa", x: "1" }]);
  });
  afterEach(() => chain.ledger.store.close());

  /** Commits these calls in one block and executes the last one again. */
  async function tryLast(calls: readonly TransactionMembers[]): Promise<Trial> {
    const { transactions } = await addBlock(chain, calls);
    const read = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    const trial = await replayTransaction(read, transactions.at(-1)?.hash ?? "");
    if (trial === null) throw new Error("No block holds it. ");
    return trial;
  }
  const traceLast = async (calls: readonly TransactionMembers[]): Promise<readonly TraceCall[]> =>
    (await tryLast(calls)).calls;

  it("notes that the cell was not loaded, though it holds a value", async () => {
    const trial = await tryLast([{ type: "Append", p: "00", x: "2" }]);
    const { calls } = trial;
    expect(readsOf(calls)).to.deep.equal([["aa", NOTE]]);
    expect(traceText(calls, PLAIN)).to.include(`$read_universal("cell", "aa", "") = ""  ${NOTE}\n`);
    expect(trialFields(trial)).to.deep.include.members([
      ["reads", "universal cell aa = not loaded"],
      ["writes", 'universal cell aa = "2", was not loaded'],
    ]);
  });

  it("has no note when the key does not depend on a read", async () => {
    expect(readsOf(await traceLast([{ type: "Copy", k: "aa", y: "bb" }]))).to.deep.equal([["aa", null]]);
    expect(readsOf(await traceLast([{ type: "Copy", k: "cc", y: "bb" }]))).to.deep.equal([["cc", null]]);
  });

  it("has no note when the transaction names the cell elsewhere, or its block has loaded or written the cell", async () => {
    const named = await traceLast([{ type: "Pay", p: "00", k: "bb", y: "aa" }]);
    expect(readsOf(named).map(([, note]) => note)).to.deep.equal([null, null]);
    const append = { type: "Append", p: "00", x: "2" };
    expect(readsOf(await traceLast([{ type: "Copy", k: "aa", y: "bb" }, append]))).to.deep.equal([
      ["aa", null],
    ]);
    expect(readsOf(await traceLast([{ type: "Put", p: "00", x: "3" }, append]))).to.deep.equal([
      ["aa", null],
    ]);
  });
});
