import { median } from "../../src/peers/tracking/median.js";
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import { mkdtemp, open, readFile, rm, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { createClient } from "../../src/client/index.js";
import { listen } from "../../src/rpc/listen.js";
import type { ClockSample, Permission } from "./findings.js";

/** Measuring the machine. Each function reads or tries one thing and leaves nothing behind. */

const WRITES = 21;
const WRITE_BYTES = 4096;
const US_PER_MS = 1000;
const PATIENCE_MS = 5000;

/** The nearest directory above a path that exists: a data directory may still have to be made. */
export function nearestDirectory(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestDirectory(dirname(path));
}

export async function measureSyncs(directory: string): Promise<number> {
  const temporary = await mkdtemp(join(directory, ".doctor-"));
  try {
    const file = await open(join(temporary, "write"), "w");
    const times: number[] = [];
    for (let count = 0; count < WRITES; count += 1) {
      const startMs = performance.now();
      await file.write(Buffer.alloc(WRITE_BYTES, count));
      await file.sync();
      times.push(performance.now() - startMs);
    }
    await file.close();
    return median(times) ?? 0;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** How many files this process may open, null where the system does not tell. Node.js uses the hard limit. */
export async function maxOpenFiles(): Promise<number | null> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const hard = /^Max open files +\S+ +(\S+)/m.exec(limits)?.[1];
  if (hard === undefined) return null;
  return hard === "unlimited" ? Infinity : Number(hard);
}

/** Whether the system synchronizes its clock, null when neither systemd nor chrony tells. */
export async function isTimeSynchronized(): Promise<boolean | null> {
  if (existsSync("/run/systemd/timesync/synchronized")) return true;
  const run = promisify(execFile);
  const ask = (program: string, words: readonly string[]): Promise<string | null> =>
    run(program, words, { timeout: PATIENCE_MS }).then(
      ({ stdout }) => stdout.trim(),
      // It is not installed, or no service manager runs.
      () => null,
    );
  const state = await ask("timedatectl", ["show", "--property=NTPSynchronized", "--value"]);
  if (state === "yes" || state === "no") return state === "yes";
  const tracking = await ask("chronyc", ["-n", "tracking"]);
  return tracking === null ? null : /^Leap status +: Normal$/m.test(tracking);
}

export async function portFailure(host: string, port: number): Promise<Error | null> {
  const server = createServer();
  try {
    await listen(server, host, port);
    await new Promise((resolve) => server.close(resolve));
    return null;
  } catch (error) {
    return error as Error;
  }
}

export async function unresolvedNames(hosts: readonly string[]): Promise<readonly string[]> {
  const names = [...new Set(hosts.map((host) => urlOf(host).hostname.replaceAll(/^\[|\]$/g, "")))];
  const found = await Promise.all(
    names.map((name) =>
      lookup(name).then(
        () => null,
        () => name,
      ),
    ),
  );
  return found.filter((name) => name !== null);
}

export async function compareClocks(hosts: readonly string[]): Promise<readonly ClockSample[]> {
  const samples = await Promise.all(
    hosts.map(async (host) => {
      const client = createClient({ url: urlOf(host).origin, timeoutMs: PATIENCE_MS, retries: 0 });
      const startMs = Date.now();
      try {
        const { timestamp } = await client.round();
        const middleMs = (startMs + Date.now()) / 2;
        return { host, offsetMs: timestamp / US_PER_MS - middleMs };
      } catch {
        // Whether the hosts answer is what `peer check` finds out.
        return null;
      }
    }),
  );
  return samples.filter((sample) => sample !== null);
}

function urlOf(host: string): URL {
  return new URL(host.includes("://") ? host : `http://${host}`);
}

export async function permissionsOf(paths: readonly string[]): Promise<readonly Permission[]> {
  const there = paths.filter((path) => existsSync(path));
  return Promise.all(there.map(async (path) => ({ path, mode: (await stat(path)).mode & 0o777 })));
}
