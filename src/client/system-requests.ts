import { isContainer, isMap, memberOf, sizeOf, type Value, type ValueMap } from "../codec/value.js";
import { readMainBlock } from "../records/main-block.js";
import { MAX_BLOCKS } from "../records/operations/limits.js";
import { readResourceBlock } from "../records/resource-block.js";
import type {
  CodeCount,
  CodeList,
  MainBlock,
  MainBlockSummary,
  ResourceBlock,
  ResourceBlockSummary,
  TransactionFate,
  TransactionRecord,
} from "./answers.js";
import { malformed, mapOf, numberOf, toList, toMap, toNumber, toText } from "./fields.js";
import {
  readMainBlockSummary,
  readResourceBlockSummary,
  readTransactionFate,
  readTransactionRecord,
} from "./read-blocks.js";

/** A block by height or by blockhash. Default: the latest one. */
export type Target = number | string;

export interface ListPage {
  readonly count: number;
  /** Counted from 1, the default. */
  readonly page?: number;
}

/** The fifteen system requests (docs/rpc.md), each with the type of its answer. */
export interface SystemRequests {
  /** Null when there is no such block. */
  getBlock(target?: Target): Promise<MainBlock | null>;
  /** The same, but `read` reads the block: a caller that must not block reads a full block in steps. */
  getBlockAs<T>(read: (block: Value) => T | Promise<T>, target?: Target): Promise<T | null>;
  getBlockSummary(target?: Target): Promise<MainBlockSummary | null>;
  /** In ascending order of height, or descending when asked for. */
  listBlock(options?: ListBlockOptions): Promise<readonly MainBlockSummary[]>;
  blockCount(): Promise<number>;
  /** Null when it is unknown. */
  getTransaction(hash?: string): Promise<TransactionRecord | null>;
  /**
   * What the node knows of a transaction in no block (PROTOCOL 13.11); null when it knows nothing, or is a 2.1 node.
   */
  transactionFate(hash: string): Promise<TransactionFate | null>;
  /** By hash, newest first. */
  listTransaction(page: ListPage, address?: string): Promise<ReadonlyMap<string, TransactionRecord>>;
  transactionCount(): Promise<number>;
  /** The code's text, null when none is registered. */
  getCode(codeId: string, kind?: "contract" | "request"): Promise<string | null>;
  listCode(page: ListPage): Promise<CodeList>;
  codeCount(): Promise<CodeCount>;
  getResourceBlock(target?: Target): Promise<ResourceBlock | null>;
  /** The same, but `read` reads the block. */
  getResourceBlockAs<T>(read: (block: Value) => T | Promise<T>, target?: Target): Promise<T | null>;
  getResourceBlockSummary(target?: Target): Promise<ResourceBlockSummary | null>;
  listResourceBlock(page: ListPage): Promise<readonly ResourceBlockSummary[]>;
  resourceBlockCount(): Promise<number>;
  /** Up to 256 blocks from a height. */
  getBlocks(fromHeight: number): Promise<readonly MainBlock[]>;
  /** The same, but `read` reads each block. */
  getBlocksAs<T>(read: (block: Value) => T | Promise<T>, fromHeight: number): Promise<readonly T[]>;
  getBlockSummaries(fromHeight: number): Promise<readonly MainBlockSummary[]>;
  getResourceBlocks(fromHeight: number): Promise<readonly ResourceBlock[]>;
  getResourceBlocksAs<T>(read: (block: Value) => T | Promise<T>, fromHeight: number): Promise<readonly T[]>;
  getResourceBlockSummaries(fromHeight: number): Promise<readonly ResourceBlockSummary[]>;
  /** Decimal text. */
  getResource(address: string): Promise<string>;
}

export interface ListBlockOptions {
  /** The last height of the list. Default: the latest. */
  readonly height?: number;
  readonly count?: number;
  readonly order?: "ascending" | "descending";
}

/** Creates the requests over `send`, which sends a request and returns the whole answer. */
export function createSystemRequests(send: (request: ValueMap) => Promise<ValueMap>): SystemRequests {
  async function askWhole(type: string, parameters: Readonly<Record<string, Parameter>>): Promise<ValueMap> {
    const request = new Map<string, Value>([["type", type]]);
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) request.set(name, typeof value === "number" ? BigInt(value) : value);
    }
    return send(request);
  }
  async function ask(type: string, parameters: Readonly<Record<string, Parameter>> = {}): Promise<Value> {
    return (await askWhole(type, parameters)).get("data") ?? null;
  }
  const blocks = <T>(data: Value, read: (block: Value) => T): readonly T[] => toList(data, "data", read);
  const count = (data: Value): number => toNumber(data, "data");

  async function getBlockAs<T>(read: (block: Value) => T | Promise<T>, target?: Target): Promise<T | null> {
    return existing(await ask("GetBlock", { target, full: true }), read);
  }

  async function getResourceBlockAs<T>(
    read: (block: Value) => T | Promise<T>,
    target?: Target,
  ): Promise<T | null> {
    return existing(await ask("GetResourceBlock", { target, full: true }), read);
  }

  /** Returns the blocks of GetBlocks and GetResourceBlocks, not read yet. */
  async function askWindow(type: string, target: number, full: boolean): Promise<readonly Value[]> {
    const data = await ask(type, { target, full });
    if (isContainer(data) && sizeOf(data) > MAX_BLOCKS) malformed("data", `${MAX_BLOCKS} blocks at most`);
    return toList(data, "data", (block) => block);
  }

  return {
    getBlock: (target) => getBlockAs(readMainBlock, target),
    getBlockAs,
    getBlockSummary: async (target) =>
      existing(await ask("GetBlock", { target, full: false }), readMainBlockSummary),
    listBlock: async ({ height, count, order = "ascending" } = {}) =>
      blocks(
        await ask("ListBlock", { height, count, sort: order === "ascending" ? -1 : 1 }),
        readMainBlockSummary,
      ),
    blockCount: async () => count(await ask("BlockCount")),
    getTransaction: async (target) => {
      const data = await ask("GetTransaction", { target });
      return isMap(data) ? readTransactionRecord(data) : null;
    },
    transactionFate: async (target) => {
      const fate = (await askWhole("GetTransaction", { target })).get("fate");
      return isMap(fate) ? readTransactionFate(fate) : null;
    },
    listTransaction: async (page, address) =>
      toMap(await ask("ListTransaction", { address, ...page }), "data", readTransactionRecord),
    transactionCount: async () => count(await ask("TransactionCount")),
    getCode: async (target, ctype = "contract") => {
      const codes = toMap(await ask("GetCode", { ctype, target }), "data", (code) => code);
      const code = [...codes.values()][0] ?? null;
      return code === null ? null : toText(code, "data");
    },
    listCode: async (page) => readCodeList(await ask("ListCode", { ...page })),
    codeCount: async () => {
      const data = await ask("CodeCount");
      return { contracts: numberOf(data, "contracts"), requests: numberOf(data, "requests") };
    },
    getResourceBlock: (target) => getResourceBlockAs(readResourceBlock, target),
    getResourceBlockAs,
    getResourceBlockSummary: async (target) =>
      existing(await ask("GetResourceBlock", { target, full: false }), readResourceBlockSummary),
    listResourceBlock: async (page) =>
      blocks(await ask("ListResourceBlock", { ...page }), readResourceBlockSummary),
    resourceBlockCount: async () => count(await ask("ResourceBlockCount")),
    getBlocks: async (target) => (await askWindow("GetBlocks", target, true)).map(readMainBlock),
    getBlocksAs: async (read, target) => readEach(await askWindow("GetBlocks", target, true), read),
    getBlockSummaries: async (target) =>
      (await askWindow("GetBlocks", target, false)).map(readMainBlockSummary),
    getResourceBlocks: async (target) =>
      (await askWindow("GetResourceBlocks", target, true)).map(readResourceBlock),
    getResourceBlocksAs: async (read, target) =>
      readEach(await askWindow("GetResourceBlocks", target, true), read),
    getResourceBlockSummaries: async (target) =>
      (await askWindow("GetResourceBlocks", target, false)).map(readResourceBlockSummary),
    getResource: async (address) => readResource(await ask("GetResource", { address })),
  };
}

async function readEach<T>(
  blocks: readonly Value[],
  read: (block: Value) => T | Promise<T>,
): Promise<readonly T[]> {
  const records: T[] = [];
  for (const block of blocks) records.push(await read(block));
  return records;
}

type Parameter = string | number | boolean | undefined;

/** A node answers the empty block of height 0 when there is no such block (PROTOCOL 13.10). */
function existing<T>(block: Value, read: (block: Value) => T): T | null {
  return memberOf(block, "height") === 0n ? null : read(block);
}

function readCodeList(data: Value): CodeList {
  const own = (code: Value): Value => code;
  return { contracts: mapOf(data, "contracts", own), requests: mapOf(data, "requests", own) };
}

/** Reads the object of the RPC interface, or the bare text of a 2.1 node. */
function readResource(data: Value): string {
  return toText(isMap(data) ? data.get("resource") : data, "data.resource");
}
