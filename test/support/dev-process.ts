import { rm } from "node:fs/promises";
import { memberOf } from "../../src/codec/value.js";
import { startNodeProcess, type NodeProcess } from "./node-process.js";
import { makeTempDirectory } from "./temp-store.js";
import { listIn, textIn } from "./vectors.js";

/** A development node in its own process: `chainnode start --dev`. */
export interface DevProcess extends NodeProcess {
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

export interface DevProcessFixture {
  readonly directory: string;
  /** The current node. */
  readonly node: DevProcess;
  /** Starts the binary again in the same directory, after the last one ended. */
  restart(): Promise<void>;
}

/** Provides one suite with a development node in its own directory. Both are removed after the suite. */
export function useDevProcess(flags: readonly string[] = []): DevProcessFixture {
  return useProcess((directory) => startDevProcess(directory, flags));
}

/** Like `useDevProcess`, with another way to start a node in the directory, for the first time and again. */
export function useProcess(start: (directory: string) => Promise<DevProcess>): DevProcessFixture {
  const now: { directory: string; node: DevProcess | undefined } = { directory: "", node: undefined };
  before(async () => {
    now.directory = await makeTempDirectory();
    now.node = await start(now.directory);
  });
  after(async () => {
    await now.node?.kill();
    if (now.directory !== "") await rm(now.directory, { recursive: true });
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
      now.node = await start(now.directory);
    },
  };
}

/** Starts a development node and waits for its banner. */
export async function startDevProcess(
  dataDirectory: string,
  flags: readonly string[] = [],
): Promise<DevProcess> {
  const node = await startNodeProcess(dataDirectory, ["--dev", ...flags]);
  const accounts = listIn(memberOf(node.banner, "accounts")).map((account) => ({
    address: textIn(memberOf(account, "address")),
    privateKey: textIn(memberOf(account, "private_key")),
  }));
  return { ...node, accounts };
}
