import { hashOf, timeHash } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import { printUpdates } from "../../src/records/updates.js";
import type {
  MainBlockCommit,
  NewTransaction,
  StateEntry,
  StoredResourceBlock,
} from "../../src/store/store.js";

/** Blocks that a store accepts: correctly chained and shaped, but without meaning in the protocol. */

const START_US = 1_700_000_000_000_000;

export function sampleAddress(number: number): string {
  return hashOf(`address ${number}`).slice(0, 44);
}

function sampleTransaction(name: string, timestampUs: number, addresses: readonly string[]): NewTransaction {
  const filler = hashOf(name).repeat(5);
  return {
    hash: timeHash(name, timestampUs),
    addresses,
    record: `{"transaction":{"type":"Send","from":"${addresses[0] ?? ""}"},"signature":"${filler}"}`,
  };
}

export interface SampleWrite extends StateEntry {
  /** What the block lists as the earlier value (PROTOCOL 8.3). */
  readonly old?: Value;
}

export interface SampleBlock {
  readonly height: number;
  readonly previous_blockhash: string;
  /** Distinguishes two blocks of one height. */
  readonly branch?: string;
  /** The addresses of each transaction. */
  readonly transactions?: readonly (readonly string[])[];
  /** Without `old`, the block does not record the earlier value of a cell. */
  readonly universal?: readonly SampleWrite[];
  readonly local?: readonly SampleWrite[];
  readonly codeKeys?: readonly string[];
}

export function sampleMainBlock(sample: SampleBlock): MainBlockCommit {
  const { height, previous_blockhash, branch = "" } = sample;
  const s_timestamp = START_US + height * 1_000_000;
  const { universal = [], local = [] } = sample;
  const transactions = (sample.transactions ?? [[sampleAddress(0)]]).map((addresses, index) =>
    sampleTransaction(`${branch} ${height} ${index}`, s_timestamp - 1_000_000 + index, addresses),
  );
  return {
    block: {
      height,
      s_timestamp,
      previous_blockhash,
      blockhash: timeHash(`block ${height} ${branch}`, s_timestamp),
      transaction_count: transactions.length,
      seal: `{"${sampleAddress(1)}":"seal ${height}"}`,
      universal_updates: textOf(universal),
      local_updates: textOf(local),
    },
    transactions,
    universal,
    local,
    codeKeys: sample.codeKeys ?? [],
  };
}

function textOf(writes: readonly SampleWrite[]): string {
  return printUpdates(new Map(writes.map(({ key, value, old = null }) => [key, { old, new: value }]))).text;
}

export function sampleResourceBlock(height: number, previous_blockhash: string): StoredResourceBlock {
  const timestamp = START_US + height * 60_000_000 + 1;
  return {
    height,
    blockhash: timeHash(`resource ${height}`, timestamp),
    previous_blockhash,
    nonce: hashOf(`nonce ${height}`),
    timestamp,
    difficulty: "100000",
    main_height: height,
    main_blockhash: hashOf(`main ${height}`),
    validator: sampleAddress(1),
    miner: sampleAddress(2),
    receipts: "[]",
    receipt_count: 0,
  };
}
