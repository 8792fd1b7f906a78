import type { Value } from "../codec/value.js";
import type { MAIN_BROADCAST } from "../records/operations/broadcast.js";
import type { LIST_CALLS, STATISTICS, LIST_CELLS, OVERVIEW, SEARCH } from "../records/operations/explorer.js";
import type { HISTORY, INSPECT, STATE_AT } from "../records/operations/state.js";
import type { INFO, PEER } from "../records/operations/node.js";
import type { Read, ReadMembers } from "../records/operations/json-schema.js";
import type { REQUESTS } from "../records/operations/system-requests.js";

/**
 * The answers of a node as types, from the definitions of the operations. Heights, counts and timestamps (µs) are safe
 * integers and become numbers; what is hashed or may hold any value stays a `Value`, so that no digit is lost. Full
 * blocks are the protocol's records, read as strictly as those of a peer.
 */

export type { MainBlock } from "../records/main-block.js";
export type { NodeStatement, PeerEntry } from "../records/operations/node.js";
export type {
  MainBlockSummary,
  ResourceBlockSummary,
  TransactionFate,
  TransactionRecord,
} from "../records/operations/record-schemas.js";
export type { Round } from "../records/operations/node.js";
export type { Receipt } from "../records/receipt.js";
export type { ResourceBlock } from "../records/resource-block.js";

export type Info = Read<typeof INFO.data>;
/** Chunks and hypotheses are by signer and not checked: the receiver verifies them. */
export type MainBroadcast = Read<typeof MAIN_BROADCAST>;
export type Peers = Read<typeof PEER.data> & ReadMembers<typeof PEER.siblings>;
export type InspectedCell = Read<typeof INSPECT.data>;
/** By state key; null for an absent cell. */
export type PastCells = Read<typeof STATE_AT.data>;
export type { TracedOperator, TracedTrial } from "../records/operations/trial.js";
export type CellHistory = Read<typeof HISTORY.data>;
export type ListedCells = Read<typeof LIST_CELLS.data>;
export type ListedCalls = Read<typeof LIST_CALLS.data>;
export type Statistics = Read<typeof STATISTICS.data>;
export type NodeOverview = Read<typeof OVERVIEW.data>;
export type Found = Read<typeof SEARCH.data>;
/** By code id: the text as it was submitted, or any other value that the chain holds there. */
export type CodeList = Readonly<
  Record<keyof Read<typeof REQUESTS.LIST_CODE.data>, ReadonlyMap<string, Value>>
>;
export type CodeCount = Read<typeof REQUESTS.CODE_COUNT.data>;
