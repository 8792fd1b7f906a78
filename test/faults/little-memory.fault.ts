import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault, Random } from "./fault.js";
import { killHammered, sendTransfers, startSurely, type HammeredNode } from "./hammered-node.js";
import { countCommitted, noteBlocks } from "./seen-blocks.js";

const PRLIMIT = "/usr/bin/prlimit";
const GREATEST_ROOM = 24 * 1024 * 1024;

export const fault: Fault = {
  fault: "The process gets no more memory",
  made: `prlimit leaves a running node up to ${GREATEST_ROOM / 1024 / 1024} MB beyond what it has, while transfers are sent and long lists asked for`,
  promise:
    "no block that a client saw is lost, whether the process lives or ends; `data check` finds nothing, and the next process goes on",
  times: { full: 20, sample: 0 },
  obstacle: () => (existsSync(PRLIMIT) ? null : "prlimit is not installed"),
  async run(times, random) {
    const directory = await makeTempDirectory();
    const seen = new Map<string, number>();
    try {
      let ends = 0;
      for (let time = 0; time < times; time += 1)
        if (await isEnded(await startSurely(directory), { seen, first: time * 1000, random })) ends += 1;
      const committed = await countCommitted(directory, seen);
      return `${times} limits, ${ends} processes ended, ${committed} transactions in blocks, 0 lost, check clean`;
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

interface Life {
  readonly seen: Map<string, number>;
  readonly first: number;
  readonly random: Random;
}

/** Whether the limit ended the process. */
async function isEnded(node: HammeredNode, { seen, first, random }: Life): Promise<boolean> {
  const life = { isOver: false };
  void node.ended.then(() => (life.isOver = true));
  const limit = (await dataBytes(node.pid)) + Math.floor(random() * GREATEST_ROOM);
  const { status } = spawnSync(PRLIMIT, ["--pid", String(node.pid), `--data=${limit}`]);
  if (status !== 0) throw new Error("prlimit failed. ");
  for (let sent = first; sent < first + 400 && !life.isOver; sent += 20) {
    await sendTransfers(node, sent, 20);
    await Promise.allSettled(
      Array.from({ length: 20 }, () => node.client.listTransaction({ page: 1, count: 1000 })),
    );
    await noteBlocks(node, seen).catch(() => undefined);
  }
  const { isOver } = life;
  await killHammered(node);
  return isOver;
}

/** What the process may write to, which the limit counts. */
async function dataBytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmData:\s+([0-9]+) kB/m.exec(await readFile(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) * 1024;
}
