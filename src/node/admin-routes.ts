import { ChainError } from "../codec/chain-error.js";
import { EMPTY, memberOf, objectToValue, type Value } from "../codec/value.js";
import { miningJobToValue, readMiningResult } from "../consensus/miner/mining-job.js";
import type { Node } from "./node.js";

/** Answers one route of the admin socket. `body` is the JSON that came with it, undefined when none did. */
export type AdminHandler = (body: Value | undefined) => Promise<Value>;

export interface AdminSubject {
  readonly node: Node;
  /** The addresses the RPC server listens on. */
  readonly rpc: readonly string[];
  /** Tells the process to end, as SIGTERM does. */
  readonly stop: () => void;
}

/** What whoever owns the data directory may ask of its node, by method and path. None of it is on the public port. */
export function createAdminRoutes({ node, rpc, stop }: AdminSubject): ReadonlyMap<string, AdminHandler> {
  const { mining } = node;
  return new Map<string, AdminHandler>([
    ["GET /status", () => nodeStatus(node, rpc)],
    [
      "POST /stop",
      async () => {
        // The answer goes out before the socket is closed.
        setImmediate(stop);
        return EMPTY;
      },
    ],
    ["GET /mining", () => miningStatus(node)],
    [
      "POST /mining/start",
      async () => {
        mining.start();
        return miningStatus(node);
      },
    ],
    [
      "POST /mining/stop",
      async () => {
        await mining.stop();
        return miningStatus(node);
      },
    ],
    ["POST /peer/add", (body) => addPeer(node, body)],
    [
      "GET /miningjob",
      async () => {
        const job = await mining.job();
        if (job !== null) return miningJobToValue(job);
        throw new ChainError("MINING_NO_JOB", "There is nothing to mine now. ", {
          kind: "unavailable",
          advice: "Ask again in a second.",
        });
      },
    ],
    [
      "POST /miningresult",
      async (body) => {
        const { height, blockhash } = await mining.submit(readMiningResult(body));
        return objectToValue({ height: BigInt(height), blockhash });
      },
    ],
  ]);
}

async function nodeStatus(node: Node, rpc: readonly string[]): Promise<Value> {
  const { ledger, pool, mining, standstill, identity } = node;
  return objectToValue({
    pid: BigInt(process.pid),
    network: ledger.network.network_name,
    address: identity.node.address,
    rpc: [...rpc],
    height: BigInt(ledger.tip.height),
    resource_height: BigInt(ledger.resourceChain.tip?.height ?? 0),
    fixed_height: BigInt(ledger.resourceChain.fixedHeight),
    pool: BigInt(pool.size),
    mining: mining.isOn,
    standing_still: await standstill.isStanding(),
  });
}

async function miningStatus({ mining, standstill, ledger }: Node): Promise<Value> {
  const { threads, duty, hash_rate } = mining.status();
  return objectToValue({
    mining: mining.isOn,
    searching: mining.isSearching,
    threads: BigInt(threads),
    // In percent, as the setting.
    duty: BigInt(Math.round(duty * 100)),
    hash_rate: BigInt(mining.isOn ? hash_rate : 0),
    resource_height: BigInt(ledger.resourceChain.tip?.height ?? 0),
    standing_still: await standstill.isStanding(),
  });
}

async function addPeer({ peers }: Node, body: Value | undefined): Promise<Value> {
  const host = memberOf(body, "host");
  if (typeof host !== "string") throw new ChainError("PEER_HOST", "A host is missing. ", { kind: "usage" });
  if (peers !== null) return objectToValue({ ...(await peers.tracker.check(host)) });
  throw new ChainError("PEERS_OFF", "This node works with no peers. ", {
    advice: "A development node is alone: make one of a network with `chainnode init`.",
  });
}
