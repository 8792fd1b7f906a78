import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseJson } from "../../src/codec/parse-json.js";
import { mainBlockToText, readMainBlock } from "../../src/records/main-block.js";
import { openStoredChain } from "../../src/node/data/stored-chain.js";
import { checkData } from "../../src/node/data/derived-chain.js";
import { dataDirectory } from "../../src/node/directory/data-directory.js";
import { openStoreToRead } from "../../src/node/directory/open-store.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { withoutStrace, type Fault, type Random } from "./fault.js";
import { killHammered, startHammered, transferNumber, type HammeredNode } from "./hammered-node.js";

/** The calls of the system that change files. */
const CALLS = ["pwrite64", "write", "fdatasync", "fsync", "ftruncate", "rename", "unlink"] as const;
/** One of a thread's first calls of a kind is its last. */
const MOST_CALLS = 24;
const AT_ONCE = 4;
/** Directories in which processes are killed side by side: a start waits more than it works. */
const LANES = 4;
/** A life in which the chosen call never comes ends by a kill from outside. */
const LIFE_MS = 2000;

export const fault: Fault = {
  fault: "The process is killed at a write",
  made: `strace kills the real process when one of its threads makes its nth ${CALLS.join(", ")}; transfers are sent all the time; the next process starts in the same directory`,
  promise: "no block that a client saw is lost, no transaction is in two blocks, `data check` finds nothing",
  times: { full: 500, sample: 2 },
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
      const node = await startHammered(directory, { under: strace(random) });
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

function strace(random: Random): readonly string[] {
  const call = CALLS[Math.floor(random() * CALLS.length)] ?? "pwrite64";
  const nth = 1 + Math.floor(random() ** 2 * MOST_CALLS);
  const inject = `inject=${call}:signal=KILL:when=${nth}`;
  return [
    "/usr/bin/strace",
    "-f",
    "--seccomp-bpf",
    "-qqq",
    "-o",
    "/dev/null",
    "-e",
    `trace=${call}`,
    "-e",
    inject,
  ];
}

/** Notes which block holds each transaction, as a client sees it. */
async function noteBlocks({ client }: HammeredNode, seen: Map<string, number>): Promise<void> {
  const { height } = (await client.info()).last_block;
  for (const hash of (await client.listTransaction({ page: 1, count: 100 })).keys())
    if (!seen.has(hash)) seen.set(hash, height);
}

/** Checks the directory after the last kill. Returns the number of transactions in its blocks. */
async function countCommitted(directory: string, seen: ReadonlyMap<string, number>): Promise<number> {
  const data = dataDirectory(directory);
  // Every process may have been killed before it made the database.
  if (seen.size === 0 && !existsSync(data.databaseFile)) return 0;
  const { store } = await openStoreToRead(data);
  const found = new Set<string>();
  const last = (await store.lastMainBlock())?.height ?? 0;
  for await (const block of store.streamMainBlocks(1, last))
    for (const { hash } of readMainBlock(parseJson(mainBlockToText(block))).transactions) {
      if (found.has(hash)) throw new Error(`${hash} is in two blocks. `);
      found.add(hash);
    }
  await store.close();
  const lost = [...seen].filter(([hash]) => !found.has(hash));
  if (lost.length > 0)
    throw new Error(`${lost.length} transactions are lost, the first ${lost[0]?.[0] ?? ""}. `);
  const chain = await openStoredChain(data);
  const findings = await checkData(chain, directory, { nowUs: Date.now() * 1000 });
  await chain.close();
  if (findings !== null) throw new Error(`data check: ${JSON.stringify(findings)}`);
  return found.size;
}
