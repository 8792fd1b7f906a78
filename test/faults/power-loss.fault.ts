import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openStoredChain } from "../../src/data/chain/stored-chain.js";
import { checkData } from "../../src/data/chain/derived-chain.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openStore } from "../../src/data/directory/open-store.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { withoutStrace, type Fault, type Random } from "./fault.js";
import { sendTransfers, startSurely, stopHammered } from "./hammered-node.js";
import { LOGGING, readWriteLog, type WriteEvent } from "./write-log.js";

const SECTOR = 512;
const TRANSFERS = 400;

export const fault: Fault = {
  fault: "The power fails",
  made: `strace logs every write of the real process; at points of this log the disk has what was flushed, and of each later write all, nothing or some sectors of ${SECTOR} bytes`,
  promise:
    "every block that the log of the node had reported is there, no loss is reported, `data check` finds nothing",
  times: { full: 150, sample: 0 },
  obstacle: withoutStrace,
  async run(times, random) {
    const root = await makeTempDirectory();
    try {
      const node = join(root, "node");
      await mkdir(node, { mode: 0o700 });
      await stopHammered(await startSurely(node));
      await cp(node, join(root, "before"), { recursive: true });
      const events = await record(node, join(root, "trace"));
      const points = Array.from({ length: times }, () => Math.floor(random() * events.length));
      const disk = await Disk.of(join(root, "before"));
      let reported = 0;
      for (const [index, event] of events.entries()) {
        disk.take(event);
        if (event.kind === "said") reported = Math.max(reported, ...heightsIn(event.text));
        for (const point of points)
          if (point === index) await assertWhole(disk.afterPowerLoss(random), join(root, "lost"), reported);
      }
      return `${times} points of a log of ${events.length} calls, ${reported} blocks, 0 lost, check clean`;
    } finally {
      await rm(root, { recursive: true });
    }
  },
};

/** Runs a node under transfers. Resolves to what it wrote. */
async function record(directory: string, trace: string): Promise<readonly WriteEvent[]> {
  const node = await startSurely(directory, ["/usr/bin/strace", ...LOGGING, "-o", trace]);
  await sendTransfers(node, 0, TRANSFERS);
  await stopHammered(node);
  return readWriteLog(await readFile(trace, "latin1"), directory);
}

/** The heights of the blocks that lines of the node's log report. */
function heightsIn(text: string): readonly number[] {
  return [...text.matchAll(/"height":([0-9]+),"transactions"/g)].map(([, height]) => Number(height));
}

/** The files of a directory as the process sees them, and as they are on the disk. Names are durable at once. */
class Disk {
  readonly #seen = new Map<string, Buffer>();
  readonly #flushed = new Map<string, Buffer>();
  readonly #pending = new Map<string, WriteEvent[]>();

  static async of(directory: string): Promise<Disk> {
    const disk = new Disk();
    for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      disk.#seen.set(path.slice(directory.length + 1), await readFile(path));
    }
    for (const [name, content] of disk.#seen) disk.#flushed.set(name, content);
    return disk;
  }

  take(event: WriteEvent): void {
    if (event.kind === "said") return;
    const { name } = event;
    if (event.kind === "sync") {
      const content = this.#seen.get(name);
      if (content !== undefined) this.#flushed.set(name, content);
      this.#pending.delete(name);
    } else if (event.kind === "unlink" || event.kind === "rename") {
      for (const files of [this.#seen, this.#flushed, this.#pending] as Map<string, unknown>[]) {
        const content = files.get(name);
        files.delete(name);
        if (event.kind === "rename" && content !== undefined) files.set(event.to, content);
        else if (event.kind === "rename") files.delete(event.to);
      }
    } else {
      this.#seen.set(name, applied(this.#seen.get(name), event));
      this.#pending.set(name, [...(this.#pending.get(name) ?? []), event]);
    }
  }

  /** What the disk may hold when the power fails now. */
  afterPowerLoss(random: Random): ReadonlyMap<string, Buffer> {
    const files = new Map<string, Buffer>();
    for (const name of this.#seen.keys()) {
      let content = this.#flushed.get(name) ?? Buffer.alloc(0);
      for (const event of this.#pending.get(name) ?? [])
        for (const part of survivors(event, content.length, random)) content = applied(content, part);
      files.set(name, content);
    }
    return files;
  }
}

/** The parts of a write that reached the disk. */
function survivors(event: WriteEvent, length: number, random: Random): readonly WriteEvent[] {
  const fate = random();
  if (fate < 0.35) return [event];
  if (fate < 0.65) return [];
  if (event.kind !== "write") return [event];
  const { data, name, offset } = event;
  const begin = offset ?? length;
  const parts: WriteEvent[] = [];
  for (let at = 0; at < data.length; at += SECTOR)
    if (random() < 0.5)
      parts.push({ kind: "write", name, data: data.subarray(at, at + SECTOR), offset: begin + at });
  return parts;
}

function applied(content: Buffer = Buffer.alloc(0), event: WriteEvent): Buffer {
  if (event.kind === "truncate") {
    const next = Buffer.alloc(event.length);
    content.copy(next);
    return next;
  }
  if (event.kind !== "write") return content;
  const offset = event.offset ?? content.length;
  const next = Buffer.alloc(Math.max(content.length, offset + event.data.length));
  content.copy(next);
  event.data.copy(next, offset);
  return next;
}

/** Fails unless a node can go on from these files, with every block up to this height. */
async function assertWhole(
  files: ReadonlyMap<string, Buffer>,
  path: string,
  reported: number,
): Promise<void> {
  await rm(path, { recursive: true, force: true });
  for (const [name, content] of files) {
    // SQLite makes its index of the log again.
    if (name.endsWith("-shm")) continue;
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  }
  const directory = dataDirectory(path);
  const opened = await openStore(directory);
  const { loss } = opened.losses;
  const height = (await opened.store.mainBlockSummary("last"))?.height ?? 0;
  await opened.close();
  if (loss !== null) throw new Error(`A loss is reported: ${JSON.stringify(loss)}`);
  if (height < reported) throw new Error(`Block ${reported} is lost: the last one is ${height}. `);
  const chain = await openStoredChain(directory);
  const findings = await checkData(chain, path, { nowUs: Date.now() * 1000 });
  await chain.close();
  if (findings !== null) throw new Error(`data check: ${JSON.stringify(findings)}`);
}
