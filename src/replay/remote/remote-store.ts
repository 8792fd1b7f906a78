import type { Client, SystemRequests } from "../../client/index.js";
import { askNetworkMembers, askRules } from "../../client/network-members.js";
import { listAllCodes } from "../../client/registered-codes.js";
import { padStateKey, stateKeyPrefix, statePrefix } from "../../codec/state-key.js";
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
import type { StoreReader, CellVersion } from "../../store/store.js";
import { NO_MAIN_BLOCK } from "../../ledger/ledger.js";
import { ReadChain } from "../read-chain.js";
import { answersStateAt, askedCells } from "./asked-cells.js";
import { cellsFromBlocks } from "./cells-from-blocks.js";
import { blocksOf, remoteMainChain } from "./remote-main-chain.js";
import { remoteResourceChain } from "./remote-resource-chain.js";
import * as errors from "../errors.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { hashOf } from "../../codec/hash.js";
import { REQUESTS } from "../../records/operations/system-requests.js";
import { isReadable, readStoredCode, type CodeCell } from "../../records/stored-code.js";

/** Opens the chain of a node over HTTP, as of its last main block; without a definition its network is not known. */
export async function openRemoteChain(
  client: SourceClient,
  definition: NetworkDefinition | null,
): Promise<ReadChain> {
  const reader = await openRemoteStore(client, definition === null ? null : createNetwork(definition));
  return ReadChain.open({
    reader,
    network: reader.network,
    isDefinitionKnown: definition !== null,
    readBlock: (height) => client.getBlock(height),
  });
}

/**
 * Opens the chain of another node, read piece by piece on demand: cells from StateAt or Inspect, blocks from GetBlocks.
 * State is that after the last main block when the store was opened; later blocks are not hidden (see `at`). Without a
 * network, only root space, rules and address are found. Throws `ROOT_SPACE_UNKNOWN`; reading state throws
 * `CHAIN_UNDONE` when the node's chain no longer holds the last block.
 */
export async function openRemoteStore(
  client: SourceClient,
  given: Network | null,
): Promise<StoreReader & { readonly network: Network }> {
  const last = (await client.getBlockSummary()) ?? NO_MAIN_BLOCK;
  const listed = await listAllCodes(client);
  const network = given ?? (await networkShownBy(client, listed));
  const entries = listed.map(({ kind, id, value }) => ({ key: network.prefixes[kind] + id, value }));
  const codes = new Map(entries.map((entry) => [padStateKey(entry.key), entry]));
  const cells = (await answersStateAt(client))
    ? askedCells(client, last)
    : cellsFromBlocks({ client, network, last, listed: entries, codes });
  if ((await client.blockCount()) !== last.height) {
    // The codes are those of a later block.
    for (const [cell, value] of await cells.replacedSince("local", [...codes.keys()])) {
      const key = codes.get(cell)?.key ?? cell;
      if (value === null) codes.delete(cell);
      else codes.set(cell, { key, value });
    }
  }
  const main = remoteMainChain(client, last.height === 0 ? null : last);
  const readState: StoreReader["readState"] = async (kind, paddedKeys, height = last.height) => {
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
  };
  return {
    network,
    ...main,
    ...remoteResourceChain(client, await client.resourceBlockCount()),
    readMeta: async () => null,
    readState,
    /** Throws an error of kind "not-found" when the node does not have the operation. */
    async cellVersions({ kind, cell, before, count }) {
      const versions: CellVersion[] = [];
      for (let below: number | null = Math.min(before, last.height + 1); below !== null;) {
        const { values, next } = await client.history(kind, cell, below);
        versions.push(...values);
        below = versions.length < count ? next : null;
      }
      return versions.slice(0, count);
    },
    stateLength: async (kind, paddedKeys) => lengthOfCells((await readState(kind, paddedKeys)).values()),
    /** Lists the cells of codes. Throws `CELLS_UNLISTED` for others, which a node does not list. */
    async listState(kind, prefix, page) {
      const { contract, request } = network.prefixes;
      if (kind !== "local" || (prefix !== contract && prefix !== request)) throw errors.cellsUnlisted();
      const found = [...codes.values()].filter(({ key }) => key.startsWith(prefix));
      return pageOf(
        found.toSorted((left, right) => (left.key < right.key ? -1 : 1)),
        page,
      );
    },
    async *writtenKeys(fromHeight, toHeight) {
      const keys = { universal: new Map<string, string>(), local: new Map<string, string>() };
      for await (const block of blocksOf(client, fromHeight + 1, toHeight))
        for (const kind of ["universal", "local"] as const)
          for (const key of block[`${kind}_updates`].keys()) keys[kind].set(padStateKey(key), key);
      yield { universal: [...keys.universal.values()], local: [...keys.local.values()] };
    },
    /** As if the last block had written them all: a node's list does not show when codes were written. */
    listCodeWrites: async (height = last.height) =>
      Array.from(codes.values(), ({ key }) => ({ key, height })),
    async knownTransactions(hashes) {
      const found = await Promise.all(hashes.map(main.transaction));
      return new Set(found.flatMap((transaction) => transaction?.hash ?? []));
    },
    close: async () => undefined,
  };
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
