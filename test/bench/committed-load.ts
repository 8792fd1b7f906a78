import { setTimeout } from "node:timers/promises";
import type { LoadReport, LoadSettings } from "../support/load/send-load.js";

const POLL_MS = 100;
/** When nothing was committed for so long, nothing more is. */
const QUIET_MS = 2000;
/** How long the last transfer of a load may be on its way to a block; beyond that, the load took longer than it was sent. */
const ON_ITS_WAY_MS = 500;

/** A node that takes a load. */
export interface LoadedNode {
  /** The number of transfers in its blocks. */
  committed(): Promise<number>;
  send(load: LoadSettings): Promise<LoadReport>;
}

export interface CommittedLoad extends LoadReport {
  readonly committed: number;
  /** Over the time in which the load was sent, or until its last block when that came later. */
  readonly committedPerSecond: number;
}

/** Sends a load, and counts what is committed of it until no more is. */
export async function measureCommitted(node: LoadedNode, load: LoadSettings): Promise<CommittedLoad> {
  const before = await node.committed();
  let [committed, lastMs, sentMs] = [0, 0, Number.POSITIVE_INFINITY];
  const watch = async (): Promise<void> => {
    for (;;) {
      const count = (await node.committed()) - before;
      if (count > committed) [committed, lastMs] = [count, Date.now()];
      else if (Date.now() - Math.max(sentMs, lastMs) > QUIET_MS) return;
      await setTimeout(POLL_MS);
    }
  };
  const sending = node.send(load).finally(() => (sentMs = Date.now()));
  const [report] = await Promise.all([sending, watch()]);
  const tookMs = Math.max(load.seconds * 1000, lastMs - report.startMs - ON_ITS_WAY_MS);
  return { ...report, committed, committedPerSecond: (committed * 1000) / tookMs };
}
