import { isInstant } from "../../src/consensus/instant.js";
import type { Context } from "../../src/cli/command.js";
import type { Settings } from "../../src/cli/config/resolve.js";
import { messageOf } from "../../src/codec/chain-error.js";
import type { Log } from "../../src/base/log.js";
import type { NodeLog } from "./node-log.js";
import type { Meters } from "../../src/ops/metrics/metric.js";
import type { DevTime } from "../../src/dev/dev-time.js";
import type { OpenNode } from "../../src/node/open-node.js";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "../../src/rpc/limits.js";
import type { OpsServer, OpsServerOptions } from "../../src/rpc/ops-server.js";
import type { RpcServer, RpcServerOptions } from "../../src/rpc/server.js";
import { namesOf, type PlacedExplorer } from "./explorer.js";
import { opsPlace, proxySettings, tlsFilesOf } from "./node-settings.js";
import type { SyncBar } from "./sync-bar.js";

export interface Serving {
  readonly context: Context;
  readonly log: NodeLog;
  readonly bar: SyncBar;
  readonly opened: OpenNode;
  readonly devTime: DevTime | null;
  readonly isTakeover: boolean;
  /** Whether blocks are made on request alone. */
  readonly isHeld: boolean;
  /** Whether no block waits for the disk. */
  readonly isVolatile: boolean;
  /** Whether the explorer is opened in a browser. */
  readonly isOpened: boolean;
}

/** What has an RPC port and an ops port: a node, or a reader. */
interface WatchedServer {
  readonly context: Context;
  readonly log: Log;
  readonly opened: {
    readonly meters: Meters;
    readonly health: OpsServerOptions["health"] & {
      watchCertificate(endUs: () => number | null): void;
    };
    readonly metrics: { text(version: string, isOpenMetrics: boolean): string | Promise<string> };
  };
}

export async function createServer(
  { context, log, opened }: Serving,
  isReady: () => boolean,
  explorer: PlacedExplorer | null,
): Promise<RpcServer> {
  const { createRpcServer } = await import("../../src/rpc/server.js");
  const { nodeMoments } = await import("../../src/api/moments.js");
  return createRpcServer({
    ...(await serverOptions({ context, log, opened }, explorer)),
    engine: nodeMoments(opened.node, opened.node),
    isReady,
    overload: () => opened.node.overload,
    forwarderOf: (parameters) => opened.node.peers?.forwarder.senderOf(parameters) ?? null,
  });
}

export async function serverOptions(
  { context: { settings }, log, opened: { meters } }: WatchedServer,
  explorer: PlacedExplorer | null,
): Promise<Omit<RpcServerOptions, "engine">> {
  const { METRICS } = await import("../../src/ops/metrics/table.js");
  const httpPort = settings.integer("http-port");
  const tls = tlsFilesOf(settings);
  return {
    onAnswered: (operation, status, seconds) =>
      meters.observe(METRICS.requests, seconds, [operation, String(status)]),
    host: settings.text("host"),
    port: settings.requiredInteger("port"),
    ...(explorer?.place === "public" ? { explorer: explorer.options } : {}),
    ...(tls === undefined ? {} : { tls }),
    ...(httpPort === undefined ? {} : { httpPort }),
    limits: { rateLimit: settings.requiredInteger("rate-limit"), ...(await socketLimits(settings, log)) },
    proxy: proxySettings(settings),
    warn: (message, address) => log({ level: "warn", module: "rpc", message, fields: { address } }),
    onError: (error) => log({ level: "error", module: "rpc", message: messageOf(error) }),
  };
}

/** The limits of connections and streams: those of the settings, or fewer under the limit of open files. */
export async function socketLimits(
  settings: Settings,
  log: Log,
): Promise<Pick<ServerLimits, "connections" | "streams">> {
  const { limitsUnder } = await import("../../src/rpc/limits.js");
  const { readFileLimit } = await import("../../src/base/file-limit.js");
  const wanted = settings.requiredInteger("connections");
  const { streams } = DEFAULT_SERVER_LIMITS;
  const sockets = limitsUnder(readFileLimit(), { connections: wanted, streams });
  const { connections } = sockets;
  if (connections < wanted && settings.originOf("connections") !== "default") {
    const message = "the limit of open files allows fewer connections";
    log({ level: "warn", module: "rpc", message, fields: { wanted, connections } });
  }
  return sockets;
}

/** Logs until when the certificate is valid; a warning when it is to be renewed. */
export async function noteCertificate(log: Log, certificateEndUs: number): Promise<void> {
  const { expiryOf, RENEWAL } = await import("../../src/ops/health/certificate.js");
  const { text, isNear } = expiryOf(certificateEndUs, Date.now() * 1000);
  const message = `the certificate ${text}`;
  if (isNear) log({ level: "warn", module: "rpc", message, fields: { fix: RENEWAL } });
  else log({ level: "info", module: "rpc", message });
}

/** Starts to listen, and watches the certificate if there is one. */
export async function listenWatched(
  { log, opened: { health } }: WatchedServer,
  server: RpcServer,
): Promise<readonly string[]> {
  const addresses = await server.listen();
  const { certificateEndUs } = server;
  if (certificateEndUs === null) return addresses;
  await noteCertificate(log, certificateEndUs);
  health.watchCertificate(() => server.certificateEndUs);
  return addresses;
}

interface OpsParts {
  readonly isServing: () => boolean;
  readonly explorer: PlacedExplorer | null;
  readonly rpc: RpcServer;
}

/** The server of health checks. A default port that is taken is only a warning; null then, and when it is off. */
export async function openOps(
  { context: { settings, version }, log, opened }: WatchedServer,
  { isServing, explorer, rpc: { explorerApi: api } }: OpsParts,
): Promise<OpsServer | null> {
  const place = opsPlace(settings);
  if (place === null) return null;
  const { openOpsServer } = await import("../../src/rpc/ops-server.js");
  const onError = (error: unknown): void => log({ level: "error", module: "rpc", message: messageOf(error) });
  try {
    const { health, metrics } = opened;
    return await openOpsServer({
      ...place,
      names: namesOf(settings),
      health,
      metrics: async (isOpenMetrics) => metrics.text(version, isOpenMetrics),
      isServing,
      onError,
      ...(explorer?.place === "ops" ? { explorer: { ...explorer.options, api } } : {}),
    });
  } catch (error) {
    if (place.isChosen) throw error;
    const fields = { reason: messageOf(error) };
    log({ level: "warn", module: "rpc", message: "health checks are off; choose --ops-port", fields });
    return null;
  }
}

/** When a development chain makes its blocks, in words. */
export function blocksText({ opened, isHeld, isVolatile }: Serving): string {
  const { main_chain_interval } = opened.definition.constants;
  const disk = isVolatile
    ? "; they do not wait for the disk, so a power failure may destroy the last ones"
    : "";
  if (isHeld) return `on request: node.mine() in the console, or the page Development of the explorer${disk}`;
  if (isInstant(main_chain_interval)) return `at once${disk}`;
  return `every ${main_chain_interval / 1000} ms while transactions wait${disk}`;
}
