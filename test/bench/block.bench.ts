import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseJson } from "../../src/codec/parse-json.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import {
  assertSigned,
  readSignedTransaction,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { startDevNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";
import { openTempStore } from "../support/temp-store.js";

const BLOCKS = 5;

/** Full blocks of verified transfers, executed, hashed and committed to a file. */
export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  const temp = await openTempStore();
  const { node } = await startDevNode({ store: temp.store });
  const { ledger } = node;
  const times: Record<"prepare" | "execute" | "commit" | "held", number[]> = {
    prepare: [],
    execute: [],
    commit: [],
    held: [],
  };
  for (let block = 1; block <= BLOCKS; block += 1) {
    const roundTime = ledger.tip.s_timestamp + 1_000_000;
    const transactions = signTransfers(roundTime - MAX_BLOCK_TRANSACTIONS);
    transactions.forEach(assertSigned);
    const start = performance.now();
    const prepared = transactions.map((transaction) => prepareTransaction(transaction, ledger.registry));
    const preparedAt = performance.now();
    const loopDelay = monitorEventLoopDelay({ resolution: 1 });
    loopDelay.enable();
    const { block: executed } = await ledger.execute(prepared, roundTime);
    const executedAt = performance.now();
    if (executed?.passed.length !== MAX_BLOCK_TRANSACTIONS) throw new Error("Transfers failed. ");
    await ledger.commit(executed, new Map());
    loopDelay.disable();
    times.held.push(loopDelay.max / 1_000_000);
    times.prepare.push(preparedAt - start);
    times.execute.push(executedAt - preparedAt);
    times.commit.push(performance.now() - executedAt);
  }
  // The node closes the temporary store.
  await node.stop();
  return [
    { name: "2,048 transfers prepared, as at admission", value: median(times.prepare), unit: "ms" },
    { name: "2,048 transfers executed and hashed", value: median(times.execute), unit: "ms" },
    { name: "2,048 transfers committed", value: median(times.commit), unit: "ms" },
    { name: "the longest that this held up the loop", value: median(times.held), unit: "ms" },
  ];
}

/** The transfers of a full block, a microsecond apart, in ascending order of hash. */
function signTransfers(fromUs: number): readonly SignedTransaction[] {
  const accounts = devAccounts();
  const signers = accounts.map((account) => new FastSigner(account));
  return Array.from({ length: MAX_BLOCK_TRANSACTIONS }, (_, index) => {
    const signer = signers[index % signers.length];
    const recipient = accounts[(index + 1) % accounts.length];
    if (signer === undefined || recipient === undefined)
      throw new Error("There are no development accounts. ");
    const signed = signer.transfer(recipient.address, fromUs + index);
    return readSignedTransaction({ ...signed, transaction: parseJson(signed.transaction) });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
