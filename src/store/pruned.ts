import type { StoreReader } from "./store.js";
import * as errors from "./errors.js";

/** The name of the note in the database that holds the last main block whose body is gone. */
export const PRUNED_NOTE = "pruned_up_to";

/** The name of the note of the height of the snapshot that a chain began with; none when it began with block 1. */
export const BEGUN_NOTE = "begun_at";

type Notes = Pick<StoreReader, "readMeta">;

/**
 * The last main block without a body, 0 when all have one. The state after it and after every later block is there, and
 * so are the headers and the seals of all blocks.
 */
export async function prunedUpTo(store: Notes): Promise<number> {
  return Number((await store.readMeta(PRUNED_NOTE)) ?? "0");
}

/** Throws `PRUNED` when the body of a block is gone. */
export async function assertBodyKept(store: Notes, height: number): Promise<void> {
  const horizon = await prunedUpTo(store);
  if (height <= horizon) throw errors.pruned({ first: horizon + 1 });
}

/** Throws `PRUNED` when the state after a block is gone. */
export async function assertStateKept(store: Notes, height: number): Promise<void> {
  await assertBodyKept(store, height + 1);
}
