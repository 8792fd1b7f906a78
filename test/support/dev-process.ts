import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, valuesOf, type Value } from "../../src/codec/value.js";
import { makeTempDirectory } from "./temp-store.js";
import { listIn, textIn } from "./vectors.js";

const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
const READY_WITHIN_MS = 20_000;

/** A development node in a process of its own, as `chainnode start --dev` runs it. */
export interface DevProcess {
  readonly process: ChildProcess;
  readonly url: string;
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
  /** Everything it said on stderr. */
  log(): string;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** As a service manager does; answers the exit code. */
  stop(): Promise<number | null>;
}

export interface DevProcessFixture {
  readonly directory: string;
  /** The node that runs now. */
  readonly node: DevProcess;
  /** Starts the binary again in the same directory, after the last one ended. */
  restart(): Promise<void>;
}

/** For one suite: a development node in a directory of its own, gone with it when the suite ends. */
export function useDevProcess(flags: readonly string[] = []): DevProcessFixture {
  const now: { directory: string; node: DevProcess | undefined } = { directory: "", node: undefined };
  before(async () => {
    now.directory = await makeTempDirectory();
    now.node = await startDevProcess(now.directory, flags);
  });
  after(async () => {
    await now.node?.kill();
    await rm(now.directory, { recursive: true });
  });
  return {
    get directory() {
      return now.directory;
    },
    get node() {
      if (now.node === undefined) throw new Error("The node has not started yet. ");
      return now.node;
    },
    async restart() {
      now.node = await startDevProcess(now.directory, flags);
    },
  };
}

/** Starts the real binary on a free port and waits for its banner. Fails with what it said when it ends instead. */
export async function startDevProcess(
  dataDirectory: string,
  flags: readonly string[] = [],
): Promise<DevProcess> {
  const words = ["start", "--dev", "--json", "--data-dir", dataDirectory, "--port", "0", ...flags];
  const child = spawn(process.execPath, [BINARY, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const banner = await Promise.race([
    readLine(child),
    ended.then(() => {
      throw new Error(`The node ended: ${complaint}`);
    }),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`No banner: ${complaint}`)), READY_WITHIN_MS).unref();
    }),
  ]);
  return {
    process: child,
    url: textIn(valuesOf(listIn(memberOf(banner, "rpc")))[0]),
    accounts: listIn(memberOf(banner, "accounts")).map((account) => ({
      address: textIn(memberOf(account, "address")),
      privateKey: textIn(memberOf(account, "private_key")),
    })),
    log: () => complaint,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}

/** Its one line of result: with `--json`, outcomes are a line each. */
function readLine(child: ChildProcess): Promise<Value> {
  return new Promise((resolve) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(parseJson(text.slice(0, end)));
    });
  });
}
