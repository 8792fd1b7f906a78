import { expect } from "chai";
import { importChains } from "../../src/ledger/import/import-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { Node } from "../../src/node/node.js";
import { createNetwork, type Network } from "../../src/records/network.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { stateOf } from "../support/replay.js";
import { textIn } from "../support/vectors.js";
import type { ValidatorChain } from "../support/validator-chain.js";
import { readBlocks } from "./pull.js";

/** The fee of a transfer, by byte of the transaction. */
const FEE_A_BYTE = 1_000_000n;

/** Sees every word of the honest nodes: none may sign two hypotheses for one round key and second. */
export class Witness {
  readonly #signed = new Map<string, string>();

  hear({ identity, roundBook }: Node): void {
    const own = roundBook.hypotheses.get(identity.node.address);
    if (own === undefined) return;
    const place = `${own.public_key} ${own.previous_blockhash} ${own.s_timestamp}`;
    const before = this.#signed.get(place) ?? own.hypothesis_hash;
    expect(own.hypothesis_hash, `the hypothesis for ${place}`).to.equal(before);
    this.#signed.set(place, before);
  }
}

/** A block that is fixed anywhere is the same everywhere, and is never undone. */
export async function checkFixedBlocks(stores: readonly Store[], chain: ValidatorChain): Promise<void> {
  for (const { height, blockhash } of chain.mainBlocks)
    for (const store of stores)
      expect((await store.mainBlockSummary({ height }))?.blockhash).to.equal(blockhash);
}

/** The whole chain of a store validates again from the first block, to the same state, and keeps what it must. */
export async function checkChain(store: Store, chain: ValidatorChain, nowUs: number): Promise<void> {
  const network = createNetwork(chain.network);
  const copy = await openSqliteStore({ file: IN_MEMORY });
  const ledger = await Ledger.open(copy, network);
  const blocks = await readBlocks(store, 1);
  await importChains(ledger, each(blocks), each(chain.resourceBlocks), { nowUs });
  for (const kind of ["universal", "local"] as const)
    expect(await stateOf(store, kind), `the ${kind} state`).to.deep.equal(await stateOf(copy, kind));

  const transactions = blocks.flatMap((block) => block.transactions);
  expect(new Set(transactions.map(({ hash }) => hash)).size, "applied twice").to.equal(transactions.length);
  const later = blocks.slice(chain.mainBlocks.length).flatMap((block) => block.transactions);
  const fees = later.reduce((sum, { size }) => sum + BigInt(size) * FEE_A_BYTE, 0n);
  expect(await supplyOf(store, network), "the supply").to.equal(
    (await preparedSupply(chain, network)) - fees,
  );
  await copy.close();
}

async function preparedSupply(chain: ValidatorChain, network: Network): Promise<bigint> {
  const known = supplies.get(chain);
  if (known !== undefined) return known;
  const store = await openSqliteStore({ file: IN_MEMORY });
  const ledger = await Ledger.open(store, network);
  await importChains(ledger, each(chain.mainBlocks), each(chain.resourceBlocks), { nowUs: Infinity });
  const supply = await supplyOf(store, network);
  await store.close();
  supplies.set(chain, supply);
  return supply;
}

const supplies = new WeakMap<ValidatorChain, bigint>();

async function supplyOf(store: Store, { prefixes }: Network): Promise<bigint> {
  const balances = await store.listState("universal", prefixes.balance);
  return balances.reduce((sum, { value }) => sum + BigInt(textIn(value)), 0n);
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
