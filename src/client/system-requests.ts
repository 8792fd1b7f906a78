import { isContainer, isMap, memberOf, sizeOf, type Value, type ValueMap } from "../codec/value.js";
import { readMainBlock } from "../records/main-block.js";
import { TEXT, type Read, type Schema } from "../records/operations/json-schema.js";
import { MAX_BLOCKS } from "../records/operations/limits.js";
import type { ParameterName } from "../records/operations/operation.js";
import {
  MAIN_BLOCK_SUMMARY,
  RESOURCE_BLOCK_SUMMARY,
  TRANSACTION_FATE,
  TRANSACTION_RECORD,
} from "../records/operations/record-schemas.js";
import { REQUESTS, type KnownRequest } from "../records/operations/system-requests.js";
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
import { throwMalformed, readAnswer, readList, readMap } from "./read-answer.js";

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
  /** What the node knows of a transaction in no block (PROTOCOL 13.11); null when it knows nothing. */
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
  async function askWhole<R extends KnownRequest>({ type }: R, parameters: Arguments<R>): Promise<ValueMap> {
    const request = new Map<string, Value>([["type", type]]);
    for (const [name, value] of Object.entries<Argument>(parameters)) {
      if (value !== undefined) request.set(name, typeof value === "number" ? BigInt(value) : value);
    }
    return send(request);
  }
  async function ask<R extends KnownRequest>(definition: R, parameters: Arguments<R>): Promise<Value> {
    return (await askWhole(definition, parameters)).get("data") ?? null;
  }
  /** Sends the request and reads its answer as the definition describes it. */
  async function answer<R extends KnownRequest>(
    definition: R,
    parameters: Arguments<R> = {},
  ): Promise<Read<R["data"]>> {
    const data = definition.data as Schema<Read<R["data"]>>;
    return readAnswer(data, await ask(definition, parameters));
  }

  async function getBlockAs<T>(read: (block: Value) => T | Promise<T>, target?: Target): Promise<T | null> {
    return existing(await ask(REQUESTS.GET_BLOCK, { target, full: true }), read);
  }

  async function getResourceBlockAs<T>(
    read: (block: Value) => T | Promise<T>,
    target?: Target,
  ): Promise<T | null> {
    return existing(await ask(REQUESTS.GET_RESOURCE_BLOCK, { target, full: true }), read);
  }

  /** Returns the blocks of GetBlocks and GetResourceBlocks, not read yet. */
  async function askWindow(
    definition: typeof REQUESTS.GET_BLOCKS | typeof REQUESTS.GET_RESOURCE_BLOCKS,
    target: number,
    full: boolean,
  ): Promise<readonly Value[]> {
    const data = await ask(definition, { target, full });
    if (isContainer(data) && sizeOf(data) > MAX_BLOCKS)
      throwMalformed("data", `${MAX_BLOCKS} blocks at most`);
    return readList(data, "data", (block) => block);
  }

  return {
    getBlock: (target) => getBlockAs(readMainBlock, target),
    getBlockAs,
    getBlockSummary: async (target) =>
      existing(await ask(REQUESTS.GET_BLOCK, { target, full: false }), readMainSummary),
    // A 2.1 node has a list or blockhashes as keys: only the order counts.
    listBlock: async ({ height, count, order = "ascending" } = {}) =>
      readList(
        await ask(REQUESTS.LIST_BLOCK, { height, count, sort: order === "ascending" ? -1 : 1 }),
        "data",
        readMainSummary,
      ),
    blockCount: () => answer(REQUESTS.BLOCK_COUNT),
    getTransaction: async (target) => {
      const data = await ask(REQUESTS.GET_TRANSACTION, { target });
      return isMap(data) ? readAnswer(TRANSACTION_RECORD, data) : null;
    },
    transactionFate: async (target) => {
      const fate = (await askWhole(REQUESTS.GET_TRANSACTION, { target })).get("fate");
      return isMap(fate) ? readAnswer(TRANSACTION_FATE, fate, "fate") : null;
    },
    listTransaction: (page, address) => answer(REQUESTS.LIST_TRANSACTION, { address, ...page }),
    transactionCount: () => answer(REQUESTS.TRANSACTION_COUNT),
    getCode: async (target, ctype = "contract") => {
      const codes = readMap(await ask(REQUESTS.GET_CODE, { ctype, target }), "data", (code) => code);
      const code = [...codes.values()][0] ?? null;
      return code === null ? null : readAnswer(TEXT, code);
    },
    listCode: async (page) => readCodeList(await ask(REQUESTS.LIST_CODE, { ...page })),
    codeCount: () => answer(REQUESTS.CODE_COUNT),
    getResourceBlock: (target) => getResourceBlockAs(readResourceBlock, target),
    getResourceBlockAs,
    getResourceBlockSummary: async (target) =>
      existing(await ask(REQUESTS.GET_RESOURCE_BLOCK, { target, full: false }), readResourceSummary),
    listResourceBlock: (page) => answer(REQUESTS.LIST_RESOURCE_BLOCK, { ...page }),
    resourceBlockCount: () => answer(REQUESTS.RESOURCE_BLOCK_COUNT),
    getBlocks: async (target) => (await askWindow(REQUESTS.GET_BLOCKS, target, true)).map(readMainBlock),
    getBlocksAs: async (read, target) => readEach(await askWindow(REQUESTS.GET_BLOCKS, target, true), read),
    getBlockSummaries: async (target) =>
      (await askWindow(REQUESTS.GET_BLOCKS, target, false)).map(readMainSummary),
    getResourceBlocks: async (target) =>
      (await askWindow(REQUESTS.GET_RESOURCE_BLOCKS, target, true)).map(readResourceBlock),
    getResourceBlocksAs: async (read, target) =>
      readEach(await askWindow(REQUESTS.GET_RESOURCE_BLOCKS, target, true), read),
    getResourceBlockSummaries: async (target) =>
      (await askWindow(REQUESTS.GET_RESOURCE_BLOCKS, target, false)).map(readResourceSummary),
    getResource: async (address) => readResource(await ask(REQUESTS.GET_RESOURCE, { address })),
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

type Argument = string | number | boolean | undefined;
type Arguments<R extends KnownRequest> = { readonly [Name in ParameterName<R>]?: Argument };

function readMainSummary(block: Value): MainBlockSummary {
  return readAnswer(MAIN_BLOCK_SUMMARY, block);
}

function readResourceSummary(block: Value): ResourceBlockSummary {
  return readAnswer(RESOURCE_BLOCK_SUMMARY, block);
}

/** A node answers the empty block of height 0 when there is no such block (PROTOCOL 13.10). */
function existing<T>(block: Value, read: (block: Value) => T): T | null {
  return memberOf(block, "height") === 0n ? null : read(block);
}

function readCodeList(data: Value): CodeList {
  const list = (name: string): ReadonlyMap<string, Value> =>
    readMap(memberOf(data, name), name, (code) => code);
  return { contracts: list("contracts"), requests: list("requests") };
}

/** Reads the object of the RPC interface, or the bare text of a 2.1 node. */
function readResource(data: Value): string {
  return readAnswer(TEXT, isMap(data) ? data.get("resource") : data, "data.resource");
}
