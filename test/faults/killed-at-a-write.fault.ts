import { rm } from "node:fs/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import { CHANGING_CALLS, killingAt, withoutStrace, type Fault, type Random } from "./fault.js";
import { killHammered, startHammered, transferNumber } from "./hammered-node.js";
import { countCommitted, noteBlocks } from "./seen-blocks.js";

/** One of a thread's first calls of a kind is its last. */
const MOST_CALLS = 24;
const AT_ONCE = 4;
/** Directories in which processes are killed side by side: a start waits more than it works. */
const LANES = 4;
/** A life in which the chosen call never comes ends by a kill from outside. */
const LIFE_MS = 2000;

export const fault: Fault = {
  fault: "The process is killed at a write",
  made: `strace kills the real process when one of its threads makes its nth ${CHANGING_CALLS.join(", ")}; transfers are sent all the time; the next process starts in the same directory`,
  promise: "no block that a client saw is lost, no transaction is in two blocks, `data check` finds nothing",
  times: { full: 500, sample: 1 },
  obstacle: withoutStrace,
  async run(times, random) {
    const lanes = Math.min(LANES, times);
    const runs = Array.from({ length: lanes }, (_, lane) =>
      hammer(Math.floor((times + lane) / lanes), random),
    );
    const sum = (await Promise.all(runs)).reduce((a, b) => ({
      kills: a.kills + b.kills,
      atCalls: a.atCalls + b.atCalls,
      committed: a.committed + b.committed,
    }));
    return `${sum.kills} kills, ${sum.atCalls} of them at the chosen call, ${sum.committed} transactions in blocks, 0 lost, 0 doubled, check clean`;
  },
};

interface Kills {
  readonly kills: number;
  readonly atCalls: number;
  readonly committed: number;
}

/** Kills one process after the other in one directory, then checks it. */
async function hammer(times: number, random: Random): Promise<Kills> {
  const directory = await makeTempDirectory();
  try {
    const seen = new Map<string, number>();
    let [kills, sent, atCalls] = [0, 0, 0];
    while (kills < times) {
      const node = await startHammered(directory, killingAt(random, MOST_CALLS));
      kills += 1;
      if (node === null) {
        atCalls += 1;
        continue;
      }
      const life = { isOver: false, isCutOff: false };
      void node.ended.then(() => (life.isOver = true));
      const end = setTimeout(() => {
        life.isCutOff = true;
        void killHammered(node);
      }, LIFE_MS);
      while (!life.isOver) {
        const group = Array.from({ length: AT_ONCE }, () => transferNumber((sent += 1)));
        await Promise.allSettled(group.map((each) => node.client.sendTransaction(each)));
        await noteBlocks(node, seen).catch(() => undefined);
      }
      clearTimeout(end);
      await node.ended;
      if (!life.isCutOff) atCalls += 1;
    }
    return { kills, atCalls, committed: await countCommitted(directory, seen) };
  } finally {
    await rm(directory, { recursive: true });
  }
}
