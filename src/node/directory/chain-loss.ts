import { ChainError } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/time.js";
import type { ChainEnd, Store } from "../../store/store.js";
import type { DataDirectory } from "./data-directory.js";
import { readSignings } from "./signing-memory-file.js";
import { readTipNote } from "./tip-note.js";

/** The note of a database that `chainnode data backup` has made: it may end before what a directory notes. */
export const COPY_NOTE = "copy";

/** A block that this node had, and that its database does not have. */
export interface ChainLoss {
  readonly chain: "main" | "resource";
  /** Null when only its hash is known. */
  readonly height: number | null;
  readonly blockhash: string;
  /** The last height of that chain in the database. */
  readonly found: number;
}

type LossReader = Pick<
  Store,
  "readMeta" | "mainBlockSummary" | "resourceBlock" | "lastMainBlock" | "lastResourceBlock"
>;

/**
 * Whether the database of a data directory ends before a block that this node had: by the note of the last blocks, or,
 * in a directory that has none yet, by what the validator signed. Null when it does not, and for a restored copy.
 */
export async function findLoss(directory: DataDirectory, store: LossReader): Promise<ChainLoss | null> {
  if (await isRestored(store)) return null;
  const noted = await readTipNote(directory.tipFile);
  if (noted === null) return findSignedLoss(directory, store);
  const found = (await store.lastMainBlock())?.height ?? 0;
  if (!(await isThere(noted.main, (height) => store.mainBlockSummary({ height }))))
    return { chain: "main", ...noted.main, found };
  if (await isThere(noted.resource, (height) => store.resourceBlock({ height }))) return null;
  return { chain: "resource", ...noted.resource, found: (await store.lastResourceBlock())?.height ?? 0 };
}

/** A database that is not there. */
const NO_DATABASE: LossReader = {
  readMeta: async () => null,
  mainBlockSummary: async () => null,
  resourceBlock: async () => null,
  lastMainBlock: async () => null,
  lastResourceBlock: async () => null,
};

/** The same where the database itself is gone. */
export function findLossOfAll(directory: DataDirectory): Promise<ChainLoss | null> {
  return findLoss(directory, NO_DATABASE);
}

/** Whether the database was put in place of another one on purpose. */
export async function isRestored(store: Pick<Store, "readMeta">): Promise<boolean> {
  return ((await store.readMeta(COPY_NOTE)) ?? "") !== "";
}

async function isThere(
  { height, blockhash }: ChainEnd,
  read: (height: number) => Promise<{ readonly blockhash: string } | null>,
): Promise<boolean> {
  return height === 0 || (await read(height))?.blockhash === blockhash;
}

/**
 * A validator signs for the round that follows a block it has. A fork choice may have undone that block since: only one
 * that is newer than the whole chain is lost.
 */
async function findSignedLoss(directory: DataDirectory, store: LossReader): Promise<ChainLoss | null> {
  const signings = await readSignings(directory.signaturesFile);
  const [newest] = signings.toSorted((left, right) => right.s_timestamp - left.s_timestamp);
  const blockhash = newest?.previous_blockhash ?? "";
  if (blockhash === "" || (await store.mainBlockSummary({ blockhash })) !== null) return null;
  const tip = await store.lastMainBlock();
  if (timeHashToTime(blockhash) <= (tip?.s_timestamp ?? 0)) return null;
  return { chain: "main", height: null, blockhash, found: tip?.height ?? 0 };
}

/** The loss for people and callers: `CHAIN_LOST`. */
export function lossError({ chain, height, blockhash, found }: ChainLoss): ChainError {
  return new ChainError("CHAIN_LOST", "The database ends before a block that this node had. ", {
    kind: "unavailable",
    details: { chain, ...(height === null ? {} : { had: height }), blockhash, has: found },
    advice:
      "The node signs and accepts nothing until the block is back. Peers give it back. Without peers, stop the node and restore a backup. To go on without the block: chainnode start --accept-loss",
  });
}

/** The same in one line. */
export function lossText({ chain, height, blockhash, found }: ChainLoss): string {
  const had = height === null ? `a ${chain} block ${blockhash}` : `${chain} block ${height}`;
  return `The database ends at ${chain} block ${found}, but this node had ${had}: it signs nothing until that is back, or --accept-loss.`;
}
