import { rm } from "node:fs/promises";
import { memberOf } from "../../src/codec/value.js";
import { callAdmin } from "../../src/ops/admin/admin-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { injecting, withoutStrace, type Fault, type Random } from "./fault.js";
import { heightOf, killHammered, sendTransfers, startHammered, commitOne } from "./hammered-node.js";

const ERRORS = ["ENOSPC", "EIO", "EROFS", "EDQUOT"] as const;
const CALLS = ["pwrite64", "fdatasync"] as const;

export const fault: Fault = {
  fault: "The disk is full, fails, becomes read-only or is over its quota",
  made: `strace lets 40 calls of ${CALLS.join(" or ")} in a row fail with ${ERRORS.join(", ")}`,
  promise:
    "no block is lost and the process lives; afterwards transfers are committed again, in this process or after a start",
  times: { full: 24, sample: 0 },
  obstacle: withoutStrace,
  async run(times, random) {
    let here = 0;
    for (let time = 0; time < times; time += 1) if (await survives(random)) here += 1;
    return `${times} failures, 0 blocks lost; ${here} times the process went on by itself`;
  },
};

/** Whether the process went on by itself. */
async function survives(random: Random): Promise<boolean> {
  const error = ERRORS[Math.floor(random() * ERRORS.length)] ?? "EIO";
  const call = CALLS[Math.floor(random() * CALLS.length)] ?? "pwrite64";
  const first = 60 + Math.floor(random() * 60);
  const under = injecting(call, `error=${error}:when=${first}..${first + 40}`);
  const directory = await makeTempDirectory();
  try {
    const node = await startHammered(directory, under);
    if (node === null) throw new Error(`The node ended at its start with ${error}. `);
    let height = 0;
    try {
      for (let sent = 0; sent < 120; sent += 4) {
        await sendTransfers(node, sent, 4);
        height = await heightOf(node);
      }
      // The admin socket answers during the fault, too.
      const status = await callAdmin(dataDirectory(directory).adminSocket, {
        method: "GET",
        path: "/status",
      });
      if (memberOf(status, "height") === undefined) throw new Error("The status has no height. ");
    } finally {
      await killHammered(node);
    }
    const again = await startHammered(directory);
    if (again === null) throw new Error(`The node does not start after ${error}. `);
    try {
      const { last_block } = await again.client.info();
      if (last_block.height < height) throw new Error(`${error}: block ${height} is lost. `);
      await commitOne(again, 1000);
      return last_block.height > 10;
    } finally {
      await killHammered(again);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}
