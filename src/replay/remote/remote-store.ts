import type { Client, SystemRequests } from "../../client/index.js";
import { askNetworkMembers, askRules } from "../../client/network-members.js";
import { listAllCodes } from "../../client/registered-codes.js";
import { padStateKey, type StateKind, stateKeyPrefix, statePrefix } from "../../codec/state-key.js";
import { type Value, entriesOf, isContainer, objectToMap } from "../../codec/value.js";
import {
  createNetwork,
  PUBLIC_NETWORK,
  type Network,
  type NetworkDefinition,
} from "../../records/network.js";
import { readNetworkDefinition } from "../../records/network-reader.js";
import { DEFAULT_RULES, RULE_SETS } from "../../records/rules.js";
import { lengthOfCells, pageOf } from "../../store/cells.js";
import type {
  BlockTarget,
  KeysByKind,
  MainBlockSummary,
  PageRequest,
  StateEntry,
  StoreReader,
  AskedVersions,
  CellVersion,
  CodeWrite,
} from "../../store/store.js";
import { NO_MAIN_BLOCK } from "../../ledger/ledger.js";
import { ReadChain } from "../read-chain.js";
import { answersStateAt, AskedCells } from "./asked-cells.js";
import { CellsFromBlocks } from "./cells-from-blocks.js";
import type { RemoteCells } from "./remote-cells.js";
import { RemoteMainChain } from "./remote-main-chain.js";
import { RemoteResourceChain } from "./remote-resource-chain.js";
import * as errors from "../errors.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { hashOf } from "../../codec/hash.js";
import { REQUESTS } from "../../records/operations/system-requests.js";
import { isReadable, readStoredCode, type CodeCell } from "../../records/stored-code.js";

/**
 * Opens the chain of a node over HTTP, as of its last main block.
 *
 * @param definition null when the node's network is not known.
 */
export async function openRemoteChain(
  client: SourceClient,
  definition: NetworkDefinition | null,
): Promise<ReadChain> {
  const reader = await RemoteStore.open(client, definition === null ? null : createNetwork(definition));
  return ReadChain.open({
    reader,
    network: reader.network,
    isDefinitionKnown: definition !== null,
    readBlock: (height) => client.getBlock(height),
  });
}

interface RemoteParts {
  readonly client: SourceClient;
  readonly network: Network;
  /** The last main block when the store was opened. */
  readonly last: MainBlockSummary;
  /** The cells of codes after that block, by padded key. */
  readonly codes: ReadonlyMap<string, StateEntry>;
  readonly cells: RemoteCells;
  readonly main: RemoteMainChain;
  readonly resource: RemoteResourceChain;
}

/**
 * The chain of another node, read piece by piece on demand: cells from StateAt or Inspect, blocks from GetBlocks. State is that
 * after the last main block when the store was opened; later blocks are not hidden (see `at`).
 */
export class RemoteStore implements StoreReader {
  readonly #parts: RemoteParts;

  private constructor(parts: RemoteParts) {
    this.#parts = parts;
  }

  /** Opens the chain. Without a network, only root space, rules and address are found. Throws `ROOT_SPACE_UNKNOWN`. */
  static async open(client: SourceClient, given: Network | null): Promise<RemoteStore> {
    const last = (await client.getBlockSummary()) ?? NO_MAIN_BLOCK;
    const listed = await listAllCodes(client);
    const network = given ?? (await networkShownBy(client, listed));
    const entries = listed.map(({ kind, id, value }) => ({ key: network.prefixes[kind] + id, value }));
    const codes = new Map(entries.map((entry) => [padStateKey(entry.key), entry]));
    const cells = (await answersStateAt(client))
      ? new AskedCells(client, last)
      : new CellsFromBlocks({ client, network, last, listed: entries, codes });
    if ((await client.blockCount()) !== last.height) {
      // The codes are those of a later block.
      for (const [cell, value] of await cells.replacedSince("local", [...codes.keys()])) {
        const key = codes.get(cell)?.key ?? cell;
        if (value === null) codes.delete(cell);
        else codes.set(cell, { key, value });
      }
    }
    return new RemoteStore({
      client,
      network,
      last,
      codes,
      cells,
      main: new RemoteMainChain(client),
      resource: new RemoteResourceChain(client, await client.resourceBlockCount()),
    });
  }

  get network(): Network {
    return this.#parts.network;
  }

  async readMeta(): Promise<null> {
    return null;
  }

  /** Throws `CHAIN_UNDONE` when the node's chain no longer holds the last block. */
  async readState(
    kind: StateKind,
    paddedKeys: readonly string[],
    height = this.#parts.last.height,
  ): Promise<Map<string, Value>> {
    const { cells, codes, last } = this.#parts;
    if (kind === "universal" || height < last.height)
      return cells.stateAt(kind, Math.min(height, last.height), paddedKeys);
    const others = paddedKeys.filter((cell) => !codes.has(cell));
    const values =
      others.length === 0 ? new Map<string, Value>() : await cells.stateAt(kind, last.height, others);
    for (const cell of paddedKeys) {
      const code = codes.get(cell);
      if (code !== undefined) values.set(cell, code.value);
    }
    return values;
  }

  /** Throws an error of kind "not-found" when the node does not have the operation. */
  async cellVersions({ kind, cell, before, count }: AskedVersions): Promise<readonly CellVersion[]> {
    const versions: CellVersion[] = [];
    for (let below: number | null = Math.min(before, this.#parts.last.height + 1); below !== null;) {
      const { values, next } = await this.#parts.client.history(kind, cell, below);
      versions.push(...values);
      below = versions.length < count ? next : null;
    }
    return versions.slice(0, count);
  }

  async stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number> {
    return lengthOfCells((await this.readState(kind, paddedKeys)).values());
  }

  /** Lists the cells of codes. Throws `CELLS_UNLISTED` for others, which a node does not list. */
  async listState(kind: StateKind, prefix: string, page?: PageRequest): Promise<readonly StateEntry[]> {
    const { codes, network } = this.#parts;
    const { contract, request } = network.prefixes;
    if (kind !== "local" || (prefix !== contract && prefix !== request)) throw errors.cellsUnlisted();
    const listed = [...codes.values()].filter(({ key }) => key.startsWith(prefix));
    const entries = listed.toSorted((left, right) => (left.key < right.key ? -1 : 1));
    return pageOf(entries, page);
  }

  async *writtenKeys(fromHeight: number, toHeight: number): AsyncGenerator<KeysByKind> {
    const keys = { universal: new Map<string, string>(), local: new Map<string, string>() };
    for await (const block of this.#parts.main.blocks(fromHeight + 1, toHeight))
      for (const kind of ["universal", "local"] as const)
        for (const key of block[`${kind}_updates`].keys()) keys[kind].set(padStateKey(key), key);
    yield { universal: [...keys.universal.values()], local: [...keys.local.values()] };
  }

  /**
   * Lists the codes in the order of the node's list, which does not show when they were written: as if the last block had
   * written them all.
   */
  async listCodeWrites(height?: number): Promise<readonly CodeWrite[]> {
    const { codes, last } = this.#parts;
    return Array.from(codes.values(), ({ key }) => ({ key, height: height ?? last.height }));
  }

  async lastMainBlock(): Promise<MainBlockSummary | null> {
    return this.#parts.last.height === 0 ? null : this.#parts.last;
  }

  mainBlockSummary(target: BlockTarget) {
    return this.#parts.main.summary(target);
  }

  mainBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#parts.main.summaries(fromHeight, toHeight);
  }

  mainBlockBody(block: MainBlockSummary) {
    return this.#parts.main.body(block);
  }

  streamMainBlocks(fromHeight: number, toHeight: number) {
    return this.#parts.main.stream(fromHeight, toHeight);
  }

  transaction(hash: string) {
    return this.#parts.main.transaction(hash);
  }

  async knownTransactions(hashes: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(hashes.map((hash) => this.transaction(hash)));
    return new Set(found.flatMap((transaction) => transaction?.hash ?? []));
  }

  streamTransactions(page: PageRequest, address?: string) {
    return this.#parts.main.transactions(page, address);
  }

  lastResourceBlock() {
    return this.#parts.resource.lastResourceBlock();
  }

  resourceBlock(target: BlockTarget) {
    return this.#parts.resource.resourceBlock(target);
  }

  resourceBlockBefore(timestampUs: number) {
    return this.#parts.resource.resourceBlockBefore(timestampUs);
  }

  resourceBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#parts.resource.resourceBlocks(fromHeight, toHeight);
  }

  resourceBlocks(fromHeight: number, toHeight: number) {
    return this.#parts.resource.resourceBlocks(fromHeight, toHeight);
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }
}

/** What is asked of a node whose chain is read. */
export type SourceClient = SystemRequests &
  Pick<Client, "request" | "inspect" | "stateAt" | "history" | "peer">;

/** What a node shows of its network: its rules, its root space, and in rules 2 its address (PROTOCOL 16.5). */
async function networkShownBy(client: SourceClient, codes: readonly CodeCell[]): Promise<Network> {
  const { number } = (await askRules(client)) ?? RULE_SETS[DEFAULT_RULES];
  const definition = readNetworkDefinition({ ...PUBLIC_NETWORK, rules: number });
  const network = createNetwork(definition, await findRootSpace(client, codes));
  const { networkAddress } = network;
  return { ...network, networkAddress: (await askNetworkMembers(client))?.get("network") ?? networkAddress };
}

/**
 * Finds the root space of a node, which no operation reports. The keys of a GetCode answer hold the state prefix
 * (PROTOCOL 13.13), and prefixes identify a space: the common one, or that of a registered code.
 */
async function findRootSpace(client: SourceClient, codes: readonly CodeCell[]): Promise<string> {
  const prefix = await contractPrefix(client);
  const registered = codes.map(readStoredCode).filter(isReadable);
  const spaces = [hashOf(PUBLIC_NETWORK.system_nonce), ...registered.map(({ method }) => method.space)];
  const rootSpace = spaces.find((space) => statePrefix(ZERO_ADDRESS, space, "contract") === prefix);
  if (rootSpace !== undefined) return rootSpace;
  throw errors.rootSpaceUnknown();
}

export async function contractPrefix(client: SourceClient): Promise<string> {
  const request = objectToMap({ type: REQUESTS.GET_CODE.type, ctype: "contract", target: "00" });
  const answer = await client.request(request);
  const [key] = isContainer(answer) ? Array.from(entriesOf(answer), ([name]) => name) : [];
  return stateKeyPrefix(key ?? "");
}
