import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memberOf } from "../../src/codec/value.js";
import { callAdmin } from "../../src/ops/admin/admin-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { inNamespaces, withoutNamespaces, type Fault } from "./fault.js";
import { commitOne, heightOf, killHammered, sendTransfers, startSurely } from "./hammered-node.js";

const INODES = 64;

export const fault: Fault = {
  fault: "The file system has no room for another file",
  made: `the data directory on a file system with ${INODES} inodes, all of which are taken while transfers are sent`,
  promise: "the process lives and answers, no block is undone; with room again transfers are committed",
  times: { full: 10, sample: 0 },
  obstacle: withoutNamespaces,
  async run(times) {
    for (let time = 0; time < times; time += 1) await survive(time * 1000);
    return `${times} times full, 0 blocks lost, every process went on`;
  },
};

async function survive(first: number): Promise<void> {
  const directory = await makeTempDirectory();
  const mount = `mount -t tmpfs -o mode=700,nr_inodes=${INODES} none ${directory}`;
  const node = await startSurely(directory, inNamespaces(["--mount"], mount));
  try {
    const inside = join(`/proc/${node.pid}/root`, directory);
    await sendTransfers(node, first, 20);
    const taken = await takeInodes(inside);
    const height = await heightOf(node);
    await sendTransfers(node, first + 100, 60);
    const status = await callAdmin(dataDirectory(inside).adminSocket, { method: "GET", path: "/status" });
    if (memberOf(status, "height") === undefined) throw new Error("The status has no height. ");
    if ((await heightOf(node)) < height) throw new Error(`Block ${height} is lost. `);
    for (const file of taken) await rm(file);
    await commitOne(node, first + 200);
  } finally {
    await killHammered(node);
    await rm(directory, { recursive: true });
  }
}

/** Makes files until there is no room for one more. Resolves to their paths. */
async function takeInodes(directory: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (;;) {
    const file = join(directory, `filler-${files.length}`);
    try {
      await writeFile(file, "");
      files.push(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return files;
      throw error;
    }
  }
}
