import { readFile } from "node:fs/promises";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import { fileText } from "../../codec/file-text.js";
import { parseJson } from "../../codec/parse-json.js";
import { isList, type Value } from "../../codec/value.js";
import { createLane, settled } from "../../base/lane.js";
import type { Log } from "../../base/log.js";
import { isMissing } from "../../base/files/private-directory.js";
import { replaceFile } from "../../base/files/write-file.js";
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
        await replaceFile(this.#file, `${JSON.stringify(hosts, null, 2)}\n`);
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
  let text: string;
  try {
    text = fileText(await readFile(file));
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw invalid(file, cause);
  }
  return readHosts(text, file);
}

function readHosts(text: string, file: string): readonly string[] {
  let hosts: Value;
  try {
    hosts = parseJson(text);
  } catch (cause) {
    throw invalid(file, cause);
  }
  if (!isList(hosts)) throw invalid(file);
  return hosts.map((host) => {
    if (typeof host !== "string") throw invalid(file);
    return host;
  });
}

function invalid(file: string, cause?: unknown): ChainError {
  return errors.peersFile({ file }, { cause });
}
