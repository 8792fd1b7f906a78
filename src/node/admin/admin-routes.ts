import { EMPTY, memberOf, objectToValue, type Value } from "../../codec/value.js";
import { miningJobToValue, readMiningResult } from "../../consensus/miner/mining-job.js";
import { beginNetwork, readPreset } from "../network/begin-network.js";
import { checkPeers } from "../check-peer.js";
import { nodeStatus, type NodeProcess } from "../views/node-status.js";
import { peerList } from "../views/peer-list.js";
import type { Node } from "../node.js";
import * as errors from "../errors.js";

/** Handles one route of the admin socket. `body` is the JSON of the request, undefined when it had no body. */
export type AdminHandler = (body: Value | undefined) => Promise<Value>;

export interface AdminSubject extends NodeProcess {
  readonly node: Node;
  /** Tells the process to end, as SIGTERM does. */
  readonly stop: () => void;
}

/** Creates the routes for the owner of the data directory, by method and path. The public port serves none of them. */
export function createAdminRoutes({
  node,
  stop,
  ...process
}: AdminSubject): ReadonlyMap<string, AdminHandler> {
  const { mining } = node;
  return new Map<string, AdminHandler>([
    ["GET /status", () => nodeStatus(node, process)],
    [
      "POST /stop",
      async () => {
        // Send the answer before the socket is closed.
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
    ["POST /genesis", (body) => begin(node, body)],
    ["GET /peers", async () => peerList(node.peers)],
    ["POST /peer/add", (body) => addPeer(node, body)],
    ["POST /peer/check", (body) => checkPeers(node, textMember(body, "host"))],
    [
      "GET /miningjob",
      async () => {
        const job = await mining.job();
        if (job !== null) return miningJobToValue(job);
        throw errors.miningNoJob();
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

async function miningStatus({ mining, standstill, ledger }: Node): Promise<Value> {
  const { threads, duty, hash_rate } = mining.status();
  return objectToValue({
    mining: mining.isOn,
    searching: mining.isSearching,
    threads: BigInt(threads),
    // In percent, as in the setting.
    duty: BigInt(Math.round(duty * 100)),
    hash_rate: BigInt(mining.isOn ? hash_rate : 0),
    resource_height: BigInt(ledger.resourceChain.tip?.height ?? 0),
    standing_still: await standstill.isStandingStill(),
  });
}

async function begin(node: Node, body: Value | undefined): Promise<Value> {
  const preset = readPreset(textMember(body, "preset") ?? "classic");
  const peers = Array.from(node.peers?.tracker.peers.values() ?? [], ({ host }) => host);
  await beginNetwork(node, preset, peers);
  const { network, tip } = node.ledger;
  return objectToValue({ network: network.network_name, preset, height: BigInt(tip.height) });
}

async function addPeer({ peers }: Node, body: Value | undefined): Promise<Value> {
  const host = textMember(body, "host");
  if (host === undefined) throw errors.peerHostMissing();
  if (peers === null) throw errors.peersOff();
  const { host: added, address } = await peers.tracker.add(host);
  return objectToValue({ host: added, address });
}

function textMember(body: Value | undefined, name: string): string | undefined {
  const member = memberOf(body, name);
  return typeof member === "string" ? member : undefined;
}
