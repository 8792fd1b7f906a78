import type { ChainError } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/hash.js";
import type { ChainEnd, Store } from "../../store/store.js";
import type { DataDirectory } from "./data-directory.js";
import { readSignings } from "./signing-memory-file.js";
import { readTipNote } from "./tip-note.js";
import * as errors from "./errors.js";

/** Marks a database made by `chainnode data backup`: it may end before the last blocks that a directory notes. */
export const COPY_NOTE = "copy";

/** A block that this node had and its database lacks. */
export interface ChainLoss {
  readonly chain: "main" | "resource";
  /** The block's height, null when only its hash is known. */
  readonly height: number | null;
  readonly blockhash: string;
  /** The last height of that chain in the database. */
  readonly found: number;
}

type LossReader = Pick<Store, "readMeta" | "mainBlockSummary" | "resourceBlock">;

/**
 * Finds a block that this node had and its database lacks: by the note of the last blocks or, in a directory without
 * that note, by the validator's signatures. Null when no block is lost, and for a restored copy.
 */
export async function findLoss(directory: DataDirectory, store: LossReader): Promise<ChainLoss | null> {
  if (await isRestored(store)) return null;
  const noted = await readTipNote(directory.tipFile);
  if (noted === null) return findSignedLoss(directory, store);
  const found = (await store.mainBlockSummary("last"))?.height ?? 0;
  if (!(await isThere(noted.main, (height) => store.mainBlockSummary({ height }))))
    return { chain: "main", ...noted.main, found };
  if (await isThere(noted.resource, (height) => store.resourceBlock({ height }))) return null;
  return { chain: "resource", ...noted.resource, found: (await store.resourceBlock("last"))?.height ?? 0 };
}

/** Stands for a missing database. */
const NO_DATABASE: LossReader = {
  readMeta: async () => null,
  mainBlockSummary: async () => null,
  resourceBlock: async () => null,
};

/** Like `findLoss`, for a directory whose database is missing. */
export function findLossOfAll(directory: DataDirectory): Promise<ChainLoss | null> {
  return findLoss(directory, NO_DATABASE);
}

/** Whether the database is a backup that replaced another one on purpose. */
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
 * Finds a lost block by the validator's signatures: a validator signs only for a round that follows a block it has
 * (PROTOCOL 9.1). The block may have been undone since, so only one newer than the whole chain counts as lost.
 */
async function findSignedLoss(directory: DataDirectory, store: LossReader): Promise<ChainLoss | null> {
  const signings = await readSignings(directory.signaturesFile);
  const [newest] = signings.toSorted((left, right) => right.s_timestamp - left.s_timestamp);
  const blockhash = newest?.previous_blockhash ?? "";
  if (blockhash === "" || (await store.mainBlockSummary({ blockhash })) !== null) return null;
  const tip = await store.mainBlockSummary("last");
  if (timeHashToTime(blockhash) <= (tip?.s_timestamp ?? 0)) return null;
  return { chain: "main", height: null, blockhash, found: tip?.height ?? 0 };
}

export function lossError({ chain, height, blockhash, found }: ChainLoss): ChainError {
  return errors.chainLost({ chain, had: height ?? undefined, blockhash, has: found });
}

export function lossText({ chain, height, blockhash, found }: ChainLoss): string {
  const had = height === null ? `a ${chain} block ${blockhash}` : `${chain} block ${height}`;
  return `The database ends at ${chain} block ${found}, but this node had ${had}: it signs nothing until that block is back. To continue without it: --accept-loss.`;
}
