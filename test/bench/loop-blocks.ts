import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import { deriveChain } from "../../src/ledger/import/derive-chain.js";
import { storedHeights } from "../../src/ledger/import/stored-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import type { Node } from "../../src/node/node.js";
import { makeBlock } from "../../src/dev/sandbox/make-block.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { answerToBody } from "../../src/rpc/send-answer.js";
import type { TestNode } from "../support/dev-node.js";
import { openTempStore } from "../support/temp-store.js";
import { heldRow, ROUNDS, type Row } from "./held.js";
import { loopCall, type LoopContract } from "./loop-load.js";
import { mainBlock } from "../../src/store/reads.js";

interface Kind {
  readonly name: string;
  readonly calls: number;
  readonly contract: LoopContract;
}

/** The most expensive blocks that are allowed. */
const KINDS: readonly Kind[] = [
  { name: "a block with the maximum work", calls: 1, contract: "Longest" },
  { name: "a block of 16 MB of the largest values", calls: 16, contract: "Fill" },
  { name: "a block of reads of the largest values", calls: 10, contract: "Read" },
];
const SECOND_US = 1_000_000;

/** Verifies and commits these blocks of another node, serves them, checks and undoes them. */
export async function blockRows(test: TestNode, alice: KeyPair): Promise<Row[]> {
  const { node, clock } = test;
  const { ledger } = node;
  node.pool.removeOlderThan(Number.POSITIVE_INFINITY);
  const first = ledger.tip.height + 1;
  for (const { calls, contract } of KINDS)
    for (let round = 0; round < ROUNDS; round += 1) await addBlock(test, alice, contract, calls);
  const blocks: MainBlock[] = [];
  for (let height = first; height <= ledger.tip.height; height += 1)
    blocks.push(await readBlock(ledger, height));
  while (ledger.tip.height >= first) await ledger.undo();

  const rows: Row[] = [];
  for (const { name } of KINDS) {
    const take = async (): Promise<void> => {
      const block = blocks.shift();
      if (block === undefined) throw new Error("There is no further block. ");
      await ledger.commit(await verifyMainBlock(ledger, block, { nowUs: clock.nowUs() }), block.seal);
    };
    rows.push(await heldRow(`${name}, taken`, take));
  }
  const large = BigInt(first + ROUNDS);
  rows.push(
    await heldRow("GetBlock of 16 MB", () => answer(node, { type: "GetBlock", target: large })),
    await heldRow("GetBlocks of 16 MB", () => answer(node, { type: "GetBlocks", target: large, full: true })),
    await heldRow("a chain of these blocks checked", () => check(ledger, clock.nowUs())),
  );
  for (const { name } of KINDS.toReversed()) rows.push(await heldRow(`${name}, undone`, () => ledger.undo()));
  return rows;
}

/** Makes a block of equal calls, with as much work as a block may hold. */
async function addBlock(
  { node, clock }: TestNode,
  alice: KeyPair,
  contract: LoopContract,
  calls: number,
): Promise<void> {
  const s_timestamp = (Math.floor(clock.nowUs() / SECOND_US) + 2) * SECOND_US;
  await clock.advance(s_timestamp - clock.nowUs());
  node.pool.removeOlderThan(Number.POSITIVE_INFINITY);
  for (let index = 0; index < calls; index += 1) {
    const transaction = loopCall(alice, contract, s_timestamp - calls + index);
    node.pool.add({ ...prepareTransaction(transaction, node.ledger.registry), work: 0 });
  }
  for (const refusal of (await makeBlock(node, s_timestamp)).values()) throw refusal;
}

async function readBlock({ store }: Ledger, height: number): Promise<MainBlock> {
  const stored = await mainBlock(store, { height });
  if (stored === null) throw new Error(`There is no block ${height}. `);
  return readMainBlock(parseJson(mainBlockToText(stored)));
}

/** Prepares an answer as the server does before it sends it. */
async function answer(node: Node, request: Readonly<Record<string, Value>>): Promise<void> {
  const body = answerToBody(await node.request({ request: new Map(Object.entries(request)) }));
  if (typeof body === "string") Buffer.from(body);
  else for await (const piece of body) Buffer.from(piece as string);
}

function nothingRemains(): never {
  throw new Error("No block is damaged. ");
}

async function check({ store, network, runners }: Ledger, nowUs: number): Promise<void> {
  const empty = await openTempStore();
  const source = { store, heights: await storedHeights(store), remains: nothingRemains };
  await deriveChain(source, await Ledger.open(empty.store, network, runners), { nowUs });
  await empty.remove();
}
