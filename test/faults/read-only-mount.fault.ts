import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeTempDirectory } from "../support/temp-store.js";
import { inNamespaces, withoutNamespaces, type Fault } from "./fault.js";
import {
  heightOf,
  killHammered,
  runUnder,
  sendTransfers,
  startSurely,
  stopHammered,
  type Ended,
} from "./hammered-node.js";

export const fault: Fault = {
  fault: "The data directory is on a read-only mount",
  made: "the directory of a stopped node, of a killed one, and of one whose log lost its index, mounted read-only in a namespace",
  promise:
    "the chain is counted, checked and backed up with all its blocks; what cannot be read or written so is an error of the catalogue",
  times: { full: 10, sample: 0 },
  obstacle: withoutNamespaces,
  async run(times) {
    for (let time = 0; time < times; time += 1) {
      const root = await makeTempDirectory();
      try {
        await readAll(root, time * 200);
      } finally {
        await rm(root, { recursive: true });
      }
    }
    return `${times * 3} directories, all read as a whole or refused`;
  },
};

async function readAll(root: string, first: number): Promise<void> {
  const [killed, stopped, torn] = ["killed", "stopped", "torn"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const node = await startSurely(killed);
  await sendTransfers(node, first, 40);
  const height = await heightOf(node);
  await killHammered(node);
  for (const copy of [stopped, torn]) await cp(killed, copy, { recursive: true, filter: isNoSocket });
  await stopHammered(await startSurely(stopped));
  await rm(join(torn, "chain.sqlite-shm"));

  for (const directory of [killed, stopped]) {
    const counted = await runReadOnly(directory, ["block", "count"]);
    if (counted.code !== 0 || Number(counted.stdout) < height) throw failureOf(counted);
    for (const words of [
      ["data", "check"],
      ["data", "backup", `${directory}-backup`],
    ]) {
      const ended = await runReadOnly(directory, words);
      if (ended.code !== 0) throw failureOf(ended);
    }
    await assertRefused(await runReadOnly(directory, ["start", "--dev", "--port", "0"]), "DATABASE_READONLY");
  }
  await assertRefused(await runReadOnly(torn, ["block", "count"]), "DATABASE_CANTOPEN");
}

function runReadOnly(directory: string, words: readonly string[]): Promise<Ended> {
  const mount = `mount --bind ${directory} ${directory}; mount -o remount,ro,bind ${directory}`;
  return runUnder(inNamespaces(["--mount"], mount), [...words, "--data-dir", directory, "--json"]);
}

async function assertRefused(ended: Ended, code: string): Promise<void> {
  if (ended.code !== 5 || !ended.stderr.includes(`"${code}"`)) throw failureOf(ended);
}

function failureOf({ code, stdout, stderr }: Ended): Error {
  return new Error(`${code}: ${stdout} ${stderr}`);
}

function isNoSocket(path: string): boolean {
  return !path.endsWith(".sock");
}
