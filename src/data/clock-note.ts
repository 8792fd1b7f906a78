import type { Store } from "../store/store.js";

/** A note in the database: how far the clock of its chain is ahead, µs. The chain goes on from there after a restart. */
const AHEAD_NOTE = "clock_ahead_us";

/** How far the chain of a store is ahead of the real time, µs: not at all, unless its developer advanced its clock. */
export async function aheadNoted(store: { readMeta(name: string): Promise<string | null> }): Promise<number> {
  const noted = (await store.readMeta(AHEAD_NOTE)) ?? "";
  return /^[0-9]{1,16}$/.test(noted) ? Number(noted) : 0;
}

export function noteAhead(store: Pick<Store, "writeMeta">, us: number): Promise<void> {
  return store.writeMeta(AHEAD_NOTE, String(us));
}
