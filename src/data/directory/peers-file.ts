import { readFile } from "node:fs/promises";
import { messageOf } from "../../codec/chain-error.js";
import { fileText } from "../../codec/file-text.js";
import { parseJson } from "../../codec/parse-json.js";
import { isList } from "../../codec/value.js";
import { createLane, settled } from "../../base/lane.js";
import type { Log } from "../../base/log.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { replaceOwnFile } from "../../base/files/write-file.js";
import * as errors from "./errors.js";

/** Keeps the hosts of the last run's peers in the data directory, so that a restarted node finds the network again. */
export class PeersFile {
  readonly #file: string;
  readonly #log: Log;
  readonly #writes = createLane();

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** Throws as `readPeersFile` does. */
  read(): Promise<readonly string[]> {
    return readPeersFile(this.#file);
  }

  /** Rewrites the file in the background. A failure is only logged: the node does not depend on the file. */
  write(hosts: readonly string[]): void {
    void this.#writes(async () => {
      try {
        await replaceOwnFile(this.#file, `${JSON.stringify(hosts, null, 2)}\n`);
      } catch (error) {
        this.#log({ level: "warn", module: "peers", message: `peers not saved: ${messageOf(error)}` });
      }
    });
  }

  /** Resolves when all writes are done. */
  settled(): Promise<void> {
    return settled(this.#writes);
  }
}

/** Reads the hosts, none when there is no file. Throws `PEERS_FILE`, kind "local", for an invalid file. */
export async function readPeersFile(file: string): Promise<readonly string[]> {
  try {
    const bytes = await unlessMissing(readFile(file));
    const hosts = bytes === null ? [] : parseJson(fileText(bytes));
    if (isList(hosts) && hosts.every((host) => typeof host === "string")) return hosts;
  } catch (cause) {
    throw errors.peersFile({ file }, { cause });
  }
  throw errors.peersFile({ file });
}
