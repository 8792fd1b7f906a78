import { statSync } from "node:fs";
import { resolve } from "node:path";
import { replaceOwnFile } from "../../src/base/files/write-file.js";
import { messageOf } from "../../src/codec/chain-error.js";
import { messageOutcome } from "../../src/cli/output/outcome.js";
import { positional, option, type Command, type Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { createProgressBar } from "../../src/cli/terminal/progress.js";
import type { Backup } from "../../src/data/chain/backup-data.js";
import { BOOLEAN, HEIGHT, INTEGER, objectOf, TEXT } from "../../src/records/operations/json-schema.js";

const TICK_MS = 200;

export const command: Command = {
  summary: "copy the data directory, also while its node runs",
  description: [
    "Copies the chain at this moment, the network, the settings and the known peers into a new directory, which is a data directory itself: use it with --data-dir. A node can start from it when it has the keys. The directory gets its name once it is complete. An existing directory is never overwritten.",
    "With --keys, the node's own unencrypted keys and the keystore are copied too, in files that only their owner can read. A validator must never run twice with the same keys: start a node from the copy only when the original is gone for good. The record of signed blocks is not copied, because an old record would not protect against signing twice.",
  ],
  arguments: [positional("<directory>", "directory to create")],
  options: [option("--keys", "also copy the node's keys and the keystore")],
  examples: [
    "# without secrets",
    "chainnode data backup /backups/node-1",
    "chainnode data backup ./copy --keys && chainnode start --data-dir ./copy",
  ],
  result: objectOf({
    directory: TEXT,
    main_height: HEIGHT,
    resource_height: HEIGHT,
    bytes: INTEGER,
    keys: BOOLEAN,
  }),
  async run(context, input) {
    const directory = input.argument("directory");
    const { heights, bytes } = await backup(context, input, directory);
    await noteBackup(context, directory);
    return messageOutcome(
      {
        directory,
        main_height: BigInt(heights.main),
        resource_height: BigInt(heights.resource),
        bytes: BigInt(bytes),
        keys: input.flag("keys"),
      },
      `The chain up to main block ${heights.main} and resource block ${heights.resource} is in ${directory}.`,
    );
  },
};

/** Lets the node's metrics know of the backup. Who may read the directory, but not write to it, gets a note instead. */
async function noteBackup({ workspace, note }: Context, directory: string): Promise<void> {
  try {
    const { backupNote } = await workspace.directory();
    await replaceOwnFile(backupNote, `${new Date().toISOString()} ${resolve(directory)}\n`);
  } catch (error) {
    note(`The metrics of the node do not count this backup: ${messageOf(error)}`);
  }
}

async function backup(context: Context, input: Input, path: string): Promise<Backup> {
  const { backupData } = await import("../../src/data/chain/backup-data.js");
  const directory = await context.workspace.directory();
  const bar = createProgressBar(context, "Copying");
  let copy = "";
  const work = backupData(directory, path, {
    hasKeys: input.flag("keys"),
    signal: context.terminal.interruption(),
    onAbandoned: (left) =>
      context.note(`${left} is left from an interrupted backup. Nothing needs it: you can delete it.`),
    onCopy: (file) => {
      copy = file;
    },
  });
  try {
    // The finished copy is about as large as the original.
    return await whileTicking(() => bar.show(sizeOf(copy), sizeOf(directory.databaseFile)), work);
  } finally {
    bar.clear();
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Calls `tick` periodically while work runs that does not report its own progress. */
async function whileTicking<T>(tick: () => void, work: Promise<T>): Promise<T> {
  const timer = setInterval(tick, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
