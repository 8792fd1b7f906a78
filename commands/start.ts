import type { Command, Context } from "../src/cli/command.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import type { Outcome } from "../src/cli/output/outcome.js";
import { messageOf } from "../src/codec/chain-error.js";
import type { AdminSubject } from "../src/node/admin/admin-routes.js";
import type { AdminServer } from "../src/node/admin/admin-server.js";
import type { KeyPair } from "../src/node/directory/identity.js";
import type { Log } from "../src/node/log.js";
import type { OpenNode } from "../src/node/open-node.js";
import { STOP_GRACE_MS } from "../src/rpc/limits.js";
import type { OpsServer } from "../src/rpc/ops/ops-server.js";
import type { RpcServer } from "../src/rpc/server.js";
import { bannerOutcome, STARTED_NODE } from "./start/banner.js";
import { createNodeLog } from "./start/node-log.js";
import { miningSettings, opsPlace, peerSettings, poolLimits, tlsFilesOf } from "./start/node-settings.js";
import { workspaceOf } from "./workspace.js";
import * as errors from "./errors.js";

const ACCEPT_LOSS = "accept-loss";

/** The signal that stops the node. */
const STOP = Symbol("stop");

export const command: Command = {
  summary: "run a node and its RPC server",
  description: [
    "Runs the node of the data directory until it is stopped. At the first SIGINT or SIGTERM the node seals or stores the transactions it has accepted, then exits; at the second it exits at once. SIGHUP reloads the certificate.",
    "The file `tip` in the data directory records the last block. When the database ends before that block, because it was damaged, deleted or replaced, the node reports the loss, answers queries, and fetches the missing blocks from its peers. Until it has them, it signs and accepts nothing. With --accept-loss the node continues from the last block that is left. chainnode data backup, rewind and reset update the file, so they cause no loss.",
    "With --dev, and in a directory made with chainnode init --dev, the node runs a private chain with one validator: a block every 250 ms while transactions are waiting, the classic contracts, Faucet and Publish, and ten funded accounts whose private keys are public.",
  ],
  options: [
    { name: "dev", description: "run a private chain for development; create it if it does not exist" },
    { name: ACCEPT_LOSS, description: "continue without the blocks that the database has lost" },
  ],
  hasNodeSettings: true,
  examples: [
    { line: "chainnode start --dev", explanation: "run a private chain" },
    {
      line: "chainnode start --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
      explanation: "serve HTTPS on all addresses",
    },
  ],
  result: STARTED_NODE,
  async run(context, input) {
    const log = await createNodeLog(context);
    const isDev = await prepareDirectory(context, input.flag("dev"));
    const opened = await open(context, log, { isDev, mayLoseBlocks: input.flag(ACCEPT_LOSS) });
    return serve({ context, log, opened, isDev });
  },
};

/**
 * Whether the data directory holds a development chain. Makes one when there is no chain and `isWanted`. An existing
 * development chain is started as such, with or without --dev.
 */
async function prepareDirectory(context: Context, isWanted: boolean): Promise<boolean> {
  const [directories, { devNetwork, isDevNetwork }, directory] = await Promise.all([
    import("../src/node/directory/data-directory.js"),
    import("../src/node/network/dev-network.js"),
    workspaceOf(context).directory(),
  ]);
  if (isWanted && !directories.isInitialized(directory)) {
    await directories.initDataDirectory(directory, devNetwork);
  }
  const { definition, identity } = await directories.openDataDirectory(directory);
  if (isDevNetwork(definition)) return identity.node.address === definition.genesis_address;
  if (!isWanted) return false;
  throw errors.notADevNetwork({ network: definition.network_name, directory: directory.path });
}

/** Opens the node of the data directory; that of a development chain has no peers. */
async function open(
  context: Context,
  log: Log,
  { isDev, mayLoseBlocks }: { readonly isDev: boolean; readonly mayLoseBlocks: boolean },
): Promise<OpenNode> {
  const [{ openNode }, { systemClock }, directory] = await Promise.all([
    import("../src/node/open-node.js"),
    import("../src/node/clock/system-clock.js"),
    workspaceOf(context).directory(),
  ]);
  const { settings } = context;
  return openNode({
    directory,
    clock: systemClock,
    log,
    mayLoseBlocks,
    poolLimits: poolLimits(settings),
    mining: miningSettings(settings),
    ...(isDev ? {} : { peers: peerSettings(settings) }),
  });
}

interface Serving {
  readonly context: Context;
  readonly log: Log;
  readonly opened: OpenNode;
  readonly isDev: boolean;
}

/** Runs the node until it is stopped. Its banner is the result. */
async function* serve(serving: Serving): AsyncGenerator<Outcome, void, undefined> {
  const { context, log, opened } = serving;
  const { node, definition } = opened;
  let isReady = false;
  let server: RpcServer | null = null;
  let admin: AdminServer | null = null;
  let ops: OpsServer | null = null;
  try {
    const opening = await createServer(serving, () => isReady);
    server = opening;
    const rpc = await opening.listen();
    const stopped = new AbortController();
    const stopping = once(AbortSignal.any([context.terminal.interruption(), stopped.signal]));
    const { version } = context;
    const { health } = opened;
    ops = await openOps(serving, () => isReady);
    const url = ops?.url ?? null;
    admin = await openAdmin(context, { node, health, rpc, ops: url, version, stop: () => stopped.abort() });
    context.terminal.onHangup(() => void reloadTls(log, opening));
    node.start();
    await health.start();
    if (context.settings.flag("mine")) node.mining.start();
    const fields = { rpc: rpc.join(" "), ops: url ?? "off" };
    log({ level: "info", module: "rpc", message: "listening", fields });
    const accounts = await Promise.race([prepare(serving), stopping]);
    if (accounts !== STOP) {
      isReady = true;
      yield bannerOutcome({
        network: definition.network_name,
        address: node.identity.node.address,
        dataDirectory: context.settings.text(DATA_DIR),
        rpc,
        ops: url,
        height: node.ledger.tip.height,
        hosts: opened.hosts.length,
        accounts,
      });
    }
    await stopping;
    isReady = false;
    log({ level: "info", module: "node", message: "stopping after the block under way" });
  } finally {
    await admin?.close();
    await ops?.close();
    await server?.close(STOP_GRACE_MS);
    await opened.close();
  }
}

/** Resolves when the signal is aborted. */
async function once(signal: AbortSignal): Promise<typeof STOP> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }
  return STOP;
}

/**
 * Makes a chain if one is wanted, and returns the accounts of a development chain. It may wait a long time for a
 * block.
 */
async function prepare({ context, opened, isDev }: Serving): Promise<readonly KeyPair[] | null> {
  // A chain that has lost blocks must not begin again.
  const isLost = opened.node.loss !== null;
  const accounts = isDev ? await prepareDevChain(opened, isLost) : null;
  if (context.settings.flag("genesis") && !isLost) await begin(context, opened);
  return accounts;
}

async function prepareDevChain({ node }: OpenNode, isLost: boolean): Promise<readonly KeyPair[]> {
  const [{ prepareDevChain: prepare }, { devAccounts }] = await Promise.all([
    import("../src/node/network/dev-chain.js"),
    import("../src/node/network/dev-network.js"),
  ]);
  if (!isLost) await prepare(node);
  return devAccounts();
}

/** Begins the network if its chain is empty. Throws what `chainnode genesis` throws. */
async function begin({ settings }: Context, { node, hosts }: OpenNode): Promise<void> {
  if (node.ledger.tip.height > 0) return;
  const { beginNetwork, readPreset } = await import("../src/node/network/begin-network.js");
  await beginNetwork(node, readPreset(settings.text("preset")), hosts);
}

async function createServer(
  { context: { settings }, log, opened }: Serving,
  isReady: () => boolean,
): Promise<RpcServer> {
  const [{ createRpcServer }, { METRICS }] = await Promise.all([
    import("../src/rpc/server.js"),
    import("../src/node/metrics/table.js"),
  ]);
  const httpPort = settings.integer("http-port");
  const tls = tlsFilesOf(settings);
  return createRpcServer({
    engine: opened.node,
    isReady,
    overload: () => opened.node.overload,
    onAnswered: (operation, status, seconds) =>
      opened.meters.observe(METRICS.requests, seconds, [operation, String(status)]),
    host: settings.text("host"),
    port: settings.requiredInteger("port"),
    ...(tls === undefined ? {} : { tls }),
    ...(httpPort === undefined ? {} : { httpPort }),
    limits: { rateLimit: settings.requiredInteger("rate-limit") },
    onError: (error) => log({ level: "error", module: "rpc", message: messageOf(error) }),
  });
}

/** The server of health checks. A default port that is taken is only a warning; null then, and when it is off. */
async function openOps(
  { context: { settings, version }, log, opened }: Serving,
  isServing: () => boolean,
): Promise<OpsServer | null> {
  const place = opsPlace(settings);
  if (place === null) return null;
  const { openOpsServer } = await import("../src/rpc/ops/ops-server.js");
  const onError = (error: unknown): void => log({ level: "error", module: "rpc", message: messageOf(error) });
  try {
    const { health, metrics } = opened;
    return await openOpsServer({
      ...place,
      health,
      metrics: (isOpenMetrics) => metrics.text(version, isOpenMetrics),
      isServing,
      onError,
    });
  } catch (error) {
    if (place.isChosen) throw error;
    const fields = { reason: messageOf(error) };
    log({ level: "warn", module: "rpc", message: "health checks are off; choose --ops-port", fields });
    return null;
  }
}

/** The socket by which commands on this data directory and external miners reach the node. */
async function openAdmin(context: Context, subject: AdminSubject): Promise<AdminServer> {
  const [{ openAdminServer }, { createAdminRoutes }, { adminSocket }] = await Promise.all([
    import("../src/node/admin/admin-server.js"),
    import("../src/node/admin/admin-routes.js"),
    workspaceOf(context).directory(),
  ]);
  return openAdminServer(adminSocket, createAdminRoutes(subject));
}

async function reloadTls(log: Log, server: RpcServer): Promise<void> {
  try {
    await server.reloadTls();
    log({ level: "info", module: "rpc", message: "the certificate was read again" });
  } catch (error) {
    const fields = { reason: messageOf(error) };
    const message = "the certificate could not be read again, the old one stays";
    log({ level: "error", module: "rpc", message, fields });
  }
}
