import { setImmediate } from "node:timers/promises";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { MachineThreads } from "../../src/ledger/machine/threaded-runner.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { sampleMainBlock } from "../support/sample-blocks.js";
import { openTempStore } from "../support/temp-store.js";
import { heldRow, ROUNDS, type Row } from "./held.js";
import { blockRows } from "./loop-blocks.js";
import { longestCode, loopCall, loopCodes, loopRequest } from "./loop-load.js";

const SUBMISSIONS = 12;
const CODES = 10_000;

/** How long one call or one block delays all others: the longest block of the event loop. */
export async function bench(): Promise<Row[]> {
  const machine = new MachineThreads();
  const temp = await openTempStore();
  const test = await startDevNode({ store: temp.store, runners: machine.runners });
  const [alice] = devAccounts() as [KeyPair];
  await test.run(includeAll(test.node, alice, publishing(loopCodes(alice.address))));
  const rows = [
    await submissions(test, alice),
    await requests(test, alice),
    await largestCode(test, alice),
    ...(await blockRows(test, alice)),
  ];
  await test.node.stop();
  await machine.close();
  return [...rows, await startUp()];
}

/** Starts them one after the other, as they arrive at sockets, and awaits all. */
async function eachInTurn<T>(items: readonly T[], begin: (item: T) => Promise<unknown>): Promise<void> {
  const begun: Promise<unknown>[] = [];
  for (const item of items) {
    begun.push(Promise.allSettled([begin(item)]));
    await setImmediate();
  }
  await Promise.all(begun);
}

function publishing(codes: readonly string[]) {
  return codes.map((code) => ({ type: "Publish", code }));
}

/** Many heavy submissions, most of which are refused, and large ones. */
async function submissions({ node, clock }: TestNode, alice: KeyPair): Promise<Row> {
  const names = ["Submitted", "Take", "Read"] as const;
  const signed = (round: number): readonly SignedTransaction[] =>
    Array.from({ length: SUBMISSIONS }, (_, index) =>
      loopCall(alice, names[index % names.length] ?? "Read", clock.nowUs() + round * SUBMISSIONS + index),
    );
  const inputs = Array.from({ length: ROUNDS }, (_, round) => signed(round).map(({ text }) => inputOf(text)));
  return heldRow("submissions of the heaviest kind", (round) =>
    eachInTurn(inputs[round] ?? [], (input) => node.sendTransaction(input)),
  );
}

function inputOf(text: string) {
  const record = parseJson(text) as ReadonlyMap<string, Value>;
  const [transaction, public_key, signature] = ["transaction", "public_key", "signature"].map((name) =>
    record.get(name),
  );
  return { transaction, public_key, signature };
}

async function requests({ node }: TestNode, alice: KeyPair): Promise<Row> {
  const request = loopRequest(alice.address);
  return heldRow("requests that work as much as they may", () =>
    eachInTurn(Array.from({ length: SUBMISSIONS }), () => node.request({ request })),
  );
}

async function largestCode(test: TestNode, alice: KeyPair): Promise<Row> {
  return heldRow("the longest code published, and called", async (round) => {
    await test.run(includeAll(test.node, alice, publishing([longestCode(alice.address, round + 1)])));
    await test.node.submit(loopCall(alice, "Longest_code", test.clock.nowUs()));
  });
}

/** A node over a chain with many codes. */
async function startUp(): Promise<Row> {
  const temp = await openTempStore();
  const { node } = await startDevNode({ store: temp.store });
  const { network, tip } = node.ledger;
  const local = Array.from({ length: CODES }, (_, index) => {
    const text = (loopCodes("0".repeat(44))[1] ?? "").replace('"n":"Longest"', `"n":"Code${index}"`);
    return { key: network.prefixes.contract + codeIdOf(parseCode(text)), value: text };
  });
  const commit = sampleMainBlock({
    height: tip.height + 1,
    previous_blockhash: tip.blockhash,
    local,
    codeKeys: local.map(({ key }) => key),
  });
  await temp.store.commitMainBlock(commit);
  const started = await heldRow("a ledger opened with 10,000 codes", () => Ledger.open(temp.store, network));
  await node.stop();
  return started;
}
