import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { openTempStore } from "../support/temp-store.js";
import { writeFullChain } from "./full-chain.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const BLOCKS = 256;
const SERVER = fileURLToPath(new URL("stream-server.js", import.meta.url));

/** GetBlocks on a chain of 256 full blocks of 2,048 transactions: the memory of the node and the delay of its event loop. */
export async function bench(): Promise<Row[]> {
  const temp = await openTempStore();
  await writeFullChain(temp.store, BLOCKS);
  const server = fork(SERVER, [temp.file]);
  try {
    const { url } = await told<{ url: string }>(server);
    const request = JSON.stringify({ type: "GetBlocks", target: 1, full: true });
    const path = `${url}/request?request=${encodeURIComponent(request)}`;
    // The first answer sets up what every node that serves has: the machine's young generation, the database's cache.
    const first = await watched(server, path);
    const second = await watched(server, path);
    return [
      { name: "the longest answer", value: second.megabytes, unit: "MB" },
      { name: "full blocks over HTTP", value: second.megabytes / second.seconds, unit: "MB/s" },
      { name: "extra memory meanwhile", value: second.extraMegabytes, unit: "MB" },
      { name: "extra memory, the first answer of a fresh node", value: first.extraMegabytes, unit: "MB" },
      { name: "event loop delay meanwhile, p99", value: second.delayMs, unit: "ms" },
    ];
  } finally {
    server.disconnect();
    await once(server, "exit");
    await temp.remove();
  }
}

async function watched(server: ChildProcess, path: string) {
  server.send("watch");
  await told(server);
  const start = performance.now();
  const megabytes = (await readAll(path)) / 1e6;
  const seconds = (performance.now() - start) / 1000;
  server.send("report");
  return { megabytes, seconds, ...(await told<{ extraMegabytes: number; delayMs: number }>(server)) };
}

async function told<T>(server: ChildProcess): Promise<T> {
  const [message] = (await once(server, "message")) as [T];
  return message;
}

/** Reads and discards an answer. Returns its length. */
async function readAll(url: string): Promise<number> {
  const [response] = (await once(get(url), "response")) as [IncomingMessage];
  let length = 0;
  for await (const piece of response) length += (piece as Buffer).length;
  return length;
}
