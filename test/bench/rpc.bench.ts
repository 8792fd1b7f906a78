import { once } from "node:events";
import { Agent } from "node:http";
import { Worker } from "node:worker_threads";
import type { Options } from "autocannon";
import { devAccounts } from "../../src/data/dev-network.js";
import { FastSigner } from "../support/fast-signer.js";
import { exchange } from "./exchange.js";
import { CONNECTIONS, httpLoad } from "./http-load.js";
import { pacedLatencies, percentile } from "./paced.js";

type Row = { name: string; value: number; unit: string };

interface BenchServer {
  readonly url: string;
  /** The constant time of the node. */
  readonly nowUs: number;
}

const SECONDS = 2;
const TRANSACTIONS = 12_800;
const WARM_UP = 3_200;
/** An interval that has not begun takes 1,024 transactions in a quarter of a second, and none is 5 s ahead. */
const APART_US = 245;
/** SendTransactions a second: half of the target of the interface. */
const HALF_THE_GOAL = 2_000;

/** Requests a second of one node over loopback, the node in one thread, the load in another. */
export async function bench(): Promise<Row[]> {
  const worker = new Worker(new URL("rpc-server-worker.js", import.meta.url));
  try {
    const [server] = (await once(worker, "message")) as [BenchServer];
    const [account] = devAccounts();
    const request = (text: string): string => `/request?request=${encodeURIComponent(text)}`;
    const reads: Readonly<Record<string, string>> = {
      Ping: "/ping",
      GetBalance: request(`{"type":"GetBalance","address":"${account?.address ?? ""}"}`),
      "GetBlock, a summary": request('{"type":"GetBlock","target":3,"full":false}'),
    };
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(reads)) {
      await httpLoad({ url: server.url + path, duration: 1 });
      const { requests, duration } = await httpLoad({ url: server.url + path, duration: SECONDS });
      const perSecond = Math.round(requests.total / duration);
      rows.push({ name: `${name} over HTTP`, value: perSecond, unit: "requests/s" });
      const half = await httpLoad({
        url: server.url + path,
        duration: SECONDS,
        overallRate: Math.round(perSecond / 2),
      });
      rows.push({ name: `${name}, p99 at half the load`, value: half.latency.p99, unit: "ms" });
    }
    rows.push(...(await measureAdmission(server)));
    return rows;
  } finally {
    await worker.terminate();
  }
}

/** All transactions differ: each connection sends its own share, urlencoded. */
async function measureAdmission({ url, nowUs }: BenchServer): Promise<Row[]> {
  const forms = signTransfers(nowUs);
  await sendAll(url, forms.splice(0, WARM_UP));
  const perSecond = await sendAll(url, forms.splice(0, TRANSACTIONS));
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const half = await pacedLatencies({ count: forms.length, perSecond: HALF_THE_GOAL }, (index) =>
    exchange(agent, `${url}/sendtransaction`, forms[index]),
  );
  agent.destroy();
  return [
    { name: "SendTransaction over HTTP", value: perSecond, unit: "tx/s" },
    { name: "SendTransaction, p99 at 2,000 a second", value: percentile(half, 0.99), unit: "ms" },
  ];
}

async function sendAll(url: string, forms: readonly string[]): Promise<number> {
  const share = forms.length / CONNECTIONS;
  let connection = 0;
  const start = performance.now();
  let lastAnswer = start;
  const options: Options = {
    url: `${url}/sendtransaction`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    amount: forms.length,
    setupClient: (client) => {
      const own = forms.slice(connection * share, (connection + 1) * share);
      connection += 1;
      client.setRequests(own.map((body) => ({ body })));
    },
  };
  // A run ends at a full second, regardless of its last answer.
  await httpLoad(options, () => {
    lastAnswer = performance.now();
  });
  return Math.round((forms.length * 1000) / (lastAnswer - start));
}

/** Urlencoded forms of transfers between the development accounts, one after the other in time. */
function signTransfers(nowUs: number): string[] {
  const accounts = devAccounts();
  const signers = accounts.map((account) => new FastSigner(account));
  return Array.from({ length: WARM_UP + TRANSACTIONS + HALF_THE_GOAL * SECONDS }, (_, index) => {
    const [signer, recipient] = [signers[index % signers.length], accounts[(index + 1) % accounts.length]];
    if (signer === undefined || recipient === undefined) throw new Error("There are no accounts. ");
    const form = signer.transfer(recipient.address, nowUs + index * APART_US);
    return new URLSearchParams(form).toString();
  });
}
