import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { aborted } from "../../src/actions/wait.js";
import { openOwnFile } from "../../src/base/files/durable.js";
import type { Context } from "../../src/cli/command.js";
import { fieldsOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import { attempted, type ChainError } from "../../src/codec/chain-error.js";
import { readForeignError } from "../../src/codec/error-member.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { textIn, valueToText } from "../../src/codec/text.js";
import { isMap, listIn, memberOf, objectToMap } from "../../src/codec/value.js";
import {
  PRIVATE_DIRECTORY,
  readDefinition,
  type DataDirectory,
} from "../../src/data/directory/data-directory.js";
import { BINARY } from "../binary.js";
import { firstLine } from "../testnet/processes.js";
import * as errors from "../errors.js";

/**
 * Starts the node of this command line as a process of its own, and waits until it answers. Throws the failure of the
 * start, or `DETACHED_ENDED`.
 */
export async function startDetached(context: Context, isDev: boolean): Promise<Outcome> {
  const directory = await context.workspace.directory();
  if (isDev) await mkdir(directory.path, { recursive: true, mode: PRIVATE_DIRECTORY });
  else await readDefinition(directory);
  const { pidFile, logFile } = directory;
  const log = await openOwnFile(logFile, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  const { size } = await log.stat();
  const words = process.argv.slice(2).filter((word) => word !== "--detach");
  const child = spawn(process.execPath, [BINARY, ...words, "--json"], {
    stdio: ["ignore", "pipe", log.fd],
    // A session of its own: neither Ctrl+C nor the end of the terminal reaches it.
    detached: true,
  });
  await log.close();
  const stop = context.terminal.interruption();
  const ended = once(child, "exit").then(async ([code, signal]) => {
    if (stop.aborted) throw stop.reason;
    throw (
      (await failureIn(directory, size)) ?? errors.detachedEnded({ code: String(signal ?? code), logFile })
    );
  });
  context.note(`Waiting until the node answers; its log is ${logFile}`);
  const interrupted = aborted(stop).then(() => {
    child.kill("SIGTERM");
    return ended;
  });
  const banner = parseJson(await Promise.race([firstLine(child), ended, interrupted]));
  child.stdout?.destroy();
  child.unref();
  const files = objectToMap({ pid: BigInt(child.pid ?? 0), pid_file: pidFile, log_file: logFile });
  return fieldsOutcome(new Map([...(isMap(banner) ? banner : []), ...files]), [
    ["rpc", listIn(banner, "rpc").map(valueToText).join(" ")],
    ["process", textIn(files, "pid")],
    ["pid file", pidFile],
    ["log", logFile],
  ]);
}

/** The error that the node wrote last, as `--json` does, into its log from here on. */
async function failureIn({ logFile }: DataDirectory, from: number): Promise<ChainError | null> {
  const written = (await readFile(logFile)).subarray(from).toString();
  const line = attempted(() => parseJson(written.trimEnd().split("\n").at(-1) ?? ""), null);
  const error = memberOf(line, "error");
  return error === undefined
    ? null
    : readForeignError(objectToMap({ error, msg: textIn(error, "message") }), "local");
}
