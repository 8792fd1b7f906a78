import { EMPTY, memberOf, objectToValue, type Value } from "../../codec/value.js";
import { miningJobToValue, readMiningResult } from "../../consensus/miner/mining-job.js";
import { checkPeers } from "../status/check-peer.js";
import { nodeStatus, type NodeProcess } from "../status/node-status.js";
import { banToValue, peerList } from "../status/peer-list.js";
import type { PeerNetwork } from "../../peers/peer-network.js";
import type { RunningNode } from "../running-node.js";
import * as errors from "../errors.js";

const HOUR_US = 3_600_000_000;
/** Ten years. */
const MAX_BAN_HOURS = 87_600n;

/** Handles one route of the admin socket. `body` is the JSON of the request, undefined when it had no body. */
export type AdminHandler = (body: Value | undefined) => Promise<Value>;

export interface AdminSubject extends NodeProcess {
  readonly node: RunningNode;
  /** Where the node serves the explorer, with the token that lets its page act; null when it does not. */
  readonly explorer: () => string | null;
  /** Begins the network with the codes of a preset, by default those of `classic`, and returns what it began. */
  readonly begin: (preset: string | undefined) => Promise<Value>;
  /** Reads the settings again and applies those that it can. Returns which, and which need a restart. */
  readonly reload: () => Promise<Value>;
  /** The metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** The last lines of the log, oldest first. */
  readonly lastLines: () => readonly string[];
  /** Tells the process to end, as SIGTERM does. */
  readonly stop: () => void;
}

/** Creates the routes for the owner of the data directory, by method and path. The public port serves none of them. */
export function createAdminRoutes({
  node,
  explorer,
  begin,
  reload,
  metrics,
  lastLines,
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
    [
      "GET /support",
      async () =>
        objectToValue({
          status: await nodeStatus(node, process),
          metrics: (await metrics()).split("\n"),
          log: lastLines(),
        }),
    ],
    ["POST /config/reload", reload],
    ["GET /explorer", async () => objectToValue({ url: explorer() })],
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
    ["POST /blocks", async () => objectToValue({ height: BigInt(await node.makeBlocks()) })],
    ["POST /genesis", (body) => begin(textMember(body, "preset"))],
    ["GET /peers", async () => peerList(node.peers)],
    ["POST /peer/add", (body) => addPeer(node, body)],
    ["POST /peer/remove", async (body) => objectToValue({ host: trackerOf(node).remove(hostIn(body)) })],
    ["POST /peer/ban", (body) => banPeer(node, body)],
    ["POST /peer/unban", async (body) => objectToValue({ host: await trackerOf(node).unban(hostIn(body)) })],
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

async function miningStatus({ mining, standstill, ledger }: RunningNode): Promise<Value> {
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

async function addPeer(node: RunningNode, body: Value | undefined): Promise<Value> {
  const { host, address } = await trackerOf(node).add(hostIn(body));
  return objectToValue({ host, address });
}

/** Bans a host, for a number of `hours` or without an end. Throws `BAN_LENGTH`. */
async function banPeer(node: RunningNode, body: Value | undefined): Promise<Value> {
  const hours = memberOf(body, "hours") ?? null;
  if (hours !== null && (typeof hours !== "bigint" || hours < 1n || hours > MAX_BAN_HOURS))
    throw errors.banLength();
  const untilUs = hours === null ? null : node.clock.nowUs() + Number(hours) * HOUR_US;
  return banToValue(await trackerOf(node).ban(hostIn(body), untilUs));
}

function trackerOf({ peers }: RunningNode): PeerNetwork["tracker"] {
  if (peers === null) throw errors.peersOff();
  return peers.tracker;
}

function hostIn(body: Value | undefined): string {
  const host = textMember(body, "host");
  if (host === undefined) throw errors.peerHostMissing();
  return host;
}

function textMember(body: Value | undefined, name: string): string | undefined {
  const member = memberOf(body, name);
  return typeof member === "string" ? member : undefined;
}
