import { addressOf } from "../../../src/codec/address.js";
import { hashOf } from "../../../src/codec/hash.js";
import type { MainBlockCommit, NewTransaction, Store } from "../../../src/store/store.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { sampleMainBlock, sampleResourceBlock, type SampleWrite } from "../../support/sample-blocks.js";

/** Chains that grow and fork at random: correctly linked, with records that name their senders, without other meaning. */

const ACCOUNTS = 6;
const CELLS = 12;
const KEYS = Array.from({ length: ACCOUNTS }, (_, index) => hashOf(`key ${index}`));

/** The addresses that the transactions name. The last one is a long text and not an address. */
export const ADDRESSES: readonly string[] = [...KEYS.map(addressOf), "\u0000 é".repeat(2000)];

/** Makes so many changes: a block of one of the chains, or an undo of some blocks. */
export async function growAtRandom(store: Store, random: () => number, changes: number): Promise<void> {
  for (let change = 0; change < changes; change += 1) {
    const dice = random();
    const last = await store.mainBlockSummary("last");
    if (last !== null && dice < 0.25) await undoSome(store, 1 + Math.floor(random() * 4));
    else if (last !== null && dice < 0.4) await addResourceBlock(store, last.height, random);
    else await store.commitMainBlock(await randomBlock(store, random));
  }
}

async function undoSome(store: Store, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
    if (main === null) return;
    if (resource !== null && resource.main_height === main.height)
      await store.undoResourceBlock(resource.height);
    else await store.undoMainBlock(main.height);
  }
}

async function addResourceBlock(store: Store, main_height: number, random: () => number): Promise<void> {
  const last = await store.resourceBlock("last");
  const height = (last?.height ?? 0) + 1;
  const block = sampleResourceBlock(height, last?.blockhash ?? "");
  const blockhash = block.blockhash.slice(0, 14) + hashOf(`${random()}`);
  await store.commitResourceBlock({ ...block, blockhash, main_height, nonce: `\u0000 ${random()} é` });
}

async function randomBlock(store: Store, random: () => number): Promise<MainBlockCommit> {
  const last = await store.mainBlockSummary("last");
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const branch = `${random()}`;
  const { contract } = recordedNetwork().prefixes;
  const writes = (prefix: string): SampleWrite[] =>
    [...new Set(Array.from({ length: upTo(CELLS) }, () => upTo(CELLS)))].map((cell) => ({
      key: `${prefix}${10 + cell}${"00".repeat(upTo(3))}`,
      value: random() < 0.2 ? null : [`${branch} "\\`, BigInt(upTo(1000)), new Map([["a", random()]])],
    }));
  const codes = writes(contract);
  const commit = sampleMainBlock({
    height: (last?.height ?? 0) + 1,
    previous_blockhash: last?.blockhash ?? "",
    branch,
    transactions: Array.from({ length: 1 + upTo(5) }, () => []),
    universal: writes(hashOf("universal")),
    local: [...writes(hashOf("local")), ...codes],
    codeKeys: codes.map(({ key }) => key),
  });
  return { ...commit, transactions: commit.transactions.map((each) => randomTransaction(each, upTo)) };
}

function randomTransaction({ hash }: NewTransaction, upTo: (limit: number) => number): NewTransaction {
  const public_key = KEYS[upTo(ACCOUNTS)] ?? "";
  const [from, to] = [addressOf(public_key), ADDRESSES[upTo(ADDRESSES.length)] ?? ""];
  const signature = hashOf(hash).repeat(2);
  const escaped = to.replace(/\u0000/g, "\\u0000").replace(/é/g, "\\u00e9");
  return {
    hash,
    addresses: [...new Set([from, to])],
    record: `{"transaction":{"type":"Send","from":"${from}","to":"${escaped}"},"public_key":"${public_key}","signature":"${signature}"}`,
  };
}
