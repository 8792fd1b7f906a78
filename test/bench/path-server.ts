import { createServer } from "node:http";
import { join } from "node:path";
import { isSigned, type SignedTransaction } from "../../src/records/transaction.js";
import { readSubmissionInSteps } from "../../src/consensus/submission-rules.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import { executeEachAlone } from "../../src/ledger/execute-alone.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import { finishSliced } from "../../src/base/yield-to-loop.js";
import type { OperationInput } from "../../src/api/operations/input.js";
import { formSignedInput } from "../../src/api/operations/execution-input.js";
import { bodyToInput } from "../../src/rpc/input.js";
import { listen } from "../../src/rpc/listen.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { ofSubmission } from "../../src/vm/machine.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { MANY_LIMITS, serveDevNode } from "./serve-dev-node.js";

/**
 * A development node in a process of its own, on a clock that its parent moves, so that the parent's work is not counted
 * with the node's. Each message asks for one thing and gets one answer.
 */

export type PathOrder =
  | { readonly what: "time" }
  | { readonly what: "processor" }
  | { readonly what: "pass"; readonly us: number }
  | { readonly what: "steps"; readonly bodies: readonly string[] };

/** Of the node, and of a server of node:http alone, which answers every request with the same few bytes. */
export type ServedUrls = readonly [string, string];

/** Processor time of the steps that a submission passes, µs a submission, by name. */
export type StepTimes = Readonly<Record<string, number>>;

const EMPTY_ANSWER = '{"code":200}';
const FORM = "application/x-www-form-urlencoded";
/** About as many arrive together over the connections of the bench. */
const TOGETHER = 32;

const store = await openSqliteStore({ file: join(await makeTempDirectory(), "chain.sqlite") });
const { node, clock, pass, url } = await serveDevNode({ store });
process.on("message", (order: PathOrder) => void answer(order).then((answered) => process.send?.(answered)));
process.once("disconnect", () => process.exit());
const bare = createServer((request, response) => {
  request.resume();
  response.end(EMPTY_ANSWER);
});
process.send?.([url, `http://127.0.0.1:${await listen(bare, "127.0.0.1", 0)}`] satisfies ServedUrls);

async function answer(order: PathOrder): Promise<number | StepTimes> {
  if (order.what === "steps") return measureSteps(order.bodies);
  if (order.what === "pass") await pass(order.us);
  return order.what === "processor" ? processorUs() : clock.nowUs();
}

/** Of all threads. */
function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Does what a submission does, one step after the other, each for all submissions. Nothing reaches the node's pool. */
async function measureSteps(bodies: readonly string[]): Promise<StepTimes> {
  const { ledger } = node;
  const times: Record<string, number> = {};
  const step = async <T>(name: string, work: () => Promise<T> | T): Promise<T> => {
    const start = processorUs();
    const result = await work();
    times[name] = (processorUs() - start) / bodies.length;
    return result;
  };
  const inputs = await step("decoding the form", () =>
    Promise.all(bodies.map((body) => bodyToInput("", FORM, body))),
  );
  const signed = await step("parsing its JSON", () =>
    Promise.all(inputs.map((input: OperationInput) => formSignedInput(input))),
  );
  const transactions: readonly SignedTransaction[] = await step("canonical text and hash", () =>
    Promise.all(signed.map((input) => finishSliced(readSubmissionInSteps(input)))),
  );
  await step("signature", () => {
    if (!transactions.every(isSigned)) throw new Error("A signature is not valid. ");
  });
  const prepared = await step("contract, parameters, read pass", () =>
    transactions.map((transaction) => prepareTransaction(transaction, ledger.registry)),
  );
  await step("reading its cells, executing it alone", async () => {
    const options = {
      store: ledger.store,
      runner: ledger.runners.callers,
      budget: ofSubmission(ledger.network.workLimits.proposal),
    };
    for (let start = 0; start < prepared.length; start += TOGETHER) {
      const batch = prepared.slice(start, start + TOGETHER).map((each) => ({ prepared: each }));
      await executeEachAlone(batch, options, (_, outcome) => {
        if (outcome instanceof Promise || !outcome.ok) throw new Error("A transfer failed. ");
      });
    }
  });
  const pool = new TransactionPool(MANY_LIMITS);
  await step("pool", () => {
    for (const each of prepared) pool.add(each);
  });
  return times;
}
