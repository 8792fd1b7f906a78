import { hashOf } from "../../src/codec/hash.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import { createKeyPair, type Identity, type KeyPair } from "../../src/data/directory/identity.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { makeBlock } from "../../src/dev/sandbox/make-block.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import type { Store } from "../../src/store/store.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";

/** The age of the chain: its blocks are a second apart, and all of them are past. */
const START_US = 1_700_000_000_000_000;
const SECOND_US = 1_000_000;
/** What an account gets before it sends: the amounts and fees of some hundred transfers. */
const FUNDS = "1000000000000";

/** The same keys every time, so that a chain that was kept can be opened again. */
const IDENTITY: Identity = {
  node: createKeyPair(hashOf("big chain node")),
  peer: createKeyPair(hashOf("big chain peer")),
  owner: createKeyPair(hashOf("big chain owner")).address,
};

export interface BigChainSize {
  /** How many accounts send and receive: each gets its funds first, in full blocks. */
  readonly accounts: number;
  /** Full blocks of transfers between accounts that are drawn at random. */
  readonly fullBlocks: number;
  /** Blocks of one transfer, after these. */
  readonly smallBlocks: number;
}

/** Opens the node of a chain, which is made first if the store is empty. The node makes no blocks. */
export async function openBigChain(store: Store, size: BigChainSize): Promise<TestNode> {
  const isNew = (await store.mainBlockSummary("last")) === null;
  const test = await startDevNode({ store, identity: IDENTITY, startUs: START_US });
  if (isNew) await growChain(test, size);
  return test;
}

async function growChain(
  { node }: TestNode,
  { accounts, fullBlocks, smallBlocks }: BigChainSize,
): Promise<void> {
  const all = new Accounts(accounts);
  const banks = devAccounts().map((account) => new FastSigner(account));
  for (let from = 0; from < accounts; from += MAX_BLOCK_TRANSACTIONS) {
    const length = Math.min(MAX_BLOCK_TRANSACTIONS, accounts - from);
    await sealBlock(node, (time) =>
      Array.from({ length }, (_, index) => {
        const to = all.addressOf(from + index);
        return transfer({ signer: pick(banks, index), to, amount: FUNDS, time: time + index });
      }),
    );
  }
  const transfers = new RandomTransfers(all);
  const sealRandom = (count: number): Promise<void> => sealBlock(node, (time) => transfers.from(time, count));
  for (let block = 0; block < fullBlocks; block += 1) await sealRandom(MAX_BLOCK_TRANSACTIONS);
  for (let block = 0; block < smallBlocks; block += 1) await sealRandom(1);
}

/** The number of transactions in the blocks of a chain. */
export async function transactionsOf({ node: { ledger } }: TestNode): Promise<number> {
  const cell = padStateKey(ledger.network.keys.transaction_count);
  return Number((await ledger.store.readState("local", [cell])).get(cell) ?? 0n);
}

/** The accounts of a big chain. Their keys are made when they are first needed: that of all takes half a minute. */
export class Accounts {
  readonly count: number;
  readonly #keyPairs = new Map<number, KeyPair>();
  readonly #signers = new Map<number, FastSigner>();

  constructor(count: number) {
    this.count = count;
  }

  addressOf(index: number): string {
    return this.#keyPairOf(index % this.count).address;
  }

  signerOf(index: number): FastSigner {
    const known = this.#signers.get(index) ?? new FastSigner(this.#keyPairOf(index));
    this.#signers.set(index, known);
    return known;
  }

  #keyPairOf(index: number): KeyPair {
    const known = this.#keyPairs.get(index) ?? createKeyPair(hashOf(`big chain ${index}`));
    this.#keyPairs.set(index, known);
    return known;
  }
}

/** Transfers between accounts that are drawn at random, the same ones every time. */
export class RandomTransfers {
  readonly #accounts: Accounts;
  readonly #draw = drawer();

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Transfers 1 µs apart. */
  from(time: number, count: number): readonly SignedTransaction[] {
    const accounts = this.#accounts;
    return Array.from({ length: count }, (_, index) => {
      const sender = this.#draw(accounts.count);
      const to = accounts.addressOf(sender + 1 + this.#draw(accounts.count - 1));
      return transfer({ signer: accounts.signerOf(sender), to, amount: "1", time: time + index });
    });
  }
}

interface Transfer {
  readonly signer: FastSigner;
  readonly to: string;
  readonly amount: string;
  readonly time: number;
}

export function transfer({ signer, to, amount, time }: Transfer): SignedTransaction {
  const signed = signer.sign("Send", time, [
    ["to", to],
    ["amount", amount],
  ]);
  const { public_key, signature } = signed;
  return readSignedTransaction({ transaction: parseJson(signed.transaction), public_key, signature });
}

/**
 * Makes a block a second after the last one, like the node, of more transactions than it would accept at once: those
 * from the time that `write` gets on, 1 µs apart. Calls `onWritten` before it prepares them.
 */
export async function sealBlock(
  { ledger, identity }: Pick<Node, "ledger" | "identity">,
  write: (time: number) => readonly SignedTransaction[],
  onWritten: () => void = () => undefined,
): Promise<void> {
  const s_timestamp = ledger.tip.s_timestamp + SECOND_US;
  const pool = new TransactionPool();
  const transactions = write(s_timestamp - MAX_BLOCK_TRANSACTIONS - 1);
  onWritten();
  for (const transaction of transactions) pool.add(prepareTransaction(transaction, ledger.registry));
  for (const refusal of (await makeBlock({ ledger, pool, identity }, s_timestamp)).values()) throw refusal;
}

export function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("There is nothing to choose from. ");
  return item;
}

/** Draws whole numbers below a bound, the same ones every time. */
function drawer(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
