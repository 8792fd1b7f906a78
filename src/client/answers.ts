import type { Value } from "../codec/value.js";
import type { MAIN_BROADCAST } from "../records/operations/broadcast.js";
import type { LIST_CALLS } from "../records/operations/list-calls.js";
import type { STATISTICS } from "../records/operations/statistics.js";
import type { LIST_CELLS } from "../records/operations/list-cells.js";
import type { HISTORY } from "../records/operations/history.js";
import type { INFO } from "../records/operations/info.js";
import type { INSPECT } from "../records/operations/inspect.js";
import type { Read, ReadMembers } from "../records/operations/json-schema.js";
import type { OVERVIEW } from "../records/operations/overview.js";
import type { PEER } from "../records/operations/peer.js";
import type { SEARCH } from "../records/operations/search.js";
import type { STATE_AT } from "../records/operations/state-at.js";
import type { CODE_COUNT } from "../records/operations/requests/code-count.js";
import type { LIST_CODE } from "../records/operations/requests/list-code.js";

/**
 * The answers of a node as types, from the definitions of the operations. Heights, counts and timestamps (µs) are safe
 * integers and become numbers; what is hashed or may hold any value stays a `Value`, so that no digit is lost. Full
 * blocks are the protocol's records, read as strictly as those of a peer.
 */

export type { MainBlock } from "../records/main-block.js";
export type { NodeStatement, PeerEntry } from "../records/operations/peer.js";
export type {
  MainBlockSummary,
  ResourceBlockSummary,
  TransactionFate,
  TransactionRecord,
} from "../records/operations/record-schemas.js";
export type { Round } from "../records/operations/round.js";
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
export type CodeList = Readonly<Record<keyof Read<typeof LIST_CODE.data>, ReadonlyMap<string, Value>>>;
export type CodeCount = Read<typeof CODE_COUNT.data>;
