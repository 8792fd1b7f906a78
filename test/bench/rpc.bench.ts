import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import autocannon from "autocannon";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { hashOf } from "../../src/codec/hash.js";
import { timeHash } from "../../src/codec/time.js";
import { devAccounts } from "../../src/node/dev-network.js";

type Row = { name: string; value: number; unit: string };

interface BenchServer {
  readonly url: string;
  /** The time of the node, which stands still. */
  readonly nowUs: number;
}

const CONNECTIONS = 64;
const SECONDS = 2;
const TRANSACTIONS = 12_800;
/** The DER frame of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const PRIVATE_KEY_FRAME = "302e020100300506032b657004220420";

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
      await load({ url: server.url + path, duration: 1 });
      const { requests, duration } = await load({ url: server.url + path, duration: SECONDS });
      const perSecond = Math.round(requests.total / duration);
      rows.push({ name: `${name} over HTTP`, value: perSecond, unit: "requests/s" });
      const half = await load({
        url: server.url + path,
        duration: SECONDS,
        overallRate: Math.round(perSecond / 2),
      });
      rows.push({ name: `${name}, p99 at half the load`, value: half.latency.p99, unit: "ms" });
    }
    rows.push(await measureAdmission(server));
    return rows;
  } finally {
    await worker.terminate();
  }
}

/** Every transaction is another one: each connection sends its own share, urlencoded. */
async function measureAdmission({ url, nowUs }: BenchServer): Promise<Row> {
  const bodies = signTransactions(nowUs);
  const share = bodies.length / CONNECTIONS;
  let connection = 0;
  const { duration } = await load({
    url: `${url}/sendtransaction`,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    amount: bodies.length,
    setupClient: (client) => {
      const own = bodies.slice(connection * share, (connection + 1) * share);
      connection += 1;
      client.setRequests(own.map((body) => ({ body })));
    },
  });
  return { name: "SendTransaction over HTTP", value: Math.round(bodies.length / duration), unit: "tx/s" };
}

/** A run in which every answer was a success: anything else is not what is measured. */
async function load(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon({ connections: CONNECTIONS, ...options });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Of the requests to ${options.url}, ${result.non2xx + result.errors} failed. `);
  }
  return result;
}

/** Urlencoded forms of transfers between the development accounts, each a microsecond after the other. */
function signTransactions(nowUs: number): readonly string[] {
  const accounts = devAccounts().map(({ address, publicKey, privateKey }) => {
    return { address, publicKey, key: keyObject(privateKey) };
  });
  const [recipient] = accounts;
  return Array.from({ length: TRANSACTIONS }, (_, index) => {
    const sender = accounts[index % accounts.length] ?? recipient;
    if (sender === undefined || recipient === undefined) throw new Error("There is no development account. ");
    const timestamp = nowUs + index;
    const transaction = canonicalJson(
      new Map<string, string | bigint>([
        ["type", "Send"],
        ["timestamp", BigInt(timestamp)],
        ["from", sender.address],
        ["to", recipient.address],
        ["amount", "1"],
      ]),
    );
    const hash = timeHash(hashOf(transaction), timestamp);
    const signature = sign(null, Buffer.from(hash), sender.key).toString("hex");
    return new URLSearchParams({ transaction, public_key: sender.publicKey, signature }).toString();
  });
}

/** Keys of node:crypto sign twelve times faster: the load must not be what is measured. */
function keyObject(privateKey: string): KeyObject {
  return createPrivateKey({
    key: Buffer.from(PRIVATE_KEY_FRAME + privateKey, "hex"),
    format: "der",
    type: "pkcs8",
  });
}
