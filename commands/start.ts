import type { Node } from "../src/node/node.js";
import { rm } from "node:fs/promises";
import { replaceOwnFile } from "../src/base/files/write-file.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import { noOutcome, type Outcome } from "../src/cli/output/outcome.js";
import { Interrupted } from "../src/cli/terminal/prompter.js";
import type { AdminSubject } from "../src/ops/admin/admin-routes.js";
import type { AdminServer } from "../src/ops/admin/admin-server.js";
import type { DevAccount } from "../src/data/dev-network.js";
import type { OpenNode } from "../src/node/open-node.js";
import { STOP_GRACE_MS } from "../src/rpc/limits.js";
import type { OpsServer } from "../src/rpc/ops-server.js";
import type { RpcServer } from "../src/rpc/server.js";
import { startedText, STARTED_NODE, startedOutcome, type StartedNode } from "./start/banner.js";
import { OFF } from "./start/node-settings.js";
import { openChecked, STOP, stopOf } from "./start/opening.js";
import { openPage } from "./open-page.js";
import { createNodeLog, logFormat } from "./start/node-log.js";
import { createReload, nodeReloadables, reloadAtHangup, serverReloadables } from "./start/reload.js";
import { explorerUrl, readExplorer } from "./start/explorer.js";
import { createServer, listenWatched, openOps, type Serving, blocksText } from "./start/servers.js";
import { SyncBar } from "./start/sync-bar.js";
import { findServiceManager, type WatchedNode } from "./start/service-manager.js";

export const command: Command = {
  summary: "run a node and its RPC server",
  description: [
    "Runs the node of the data directory until it is stopped. At the first SIGINT or SIGTERM the node seals or stores the transactions it has accepted, then exits; at the second it exits at once. SIGHUP reads the settings again, as chainnode config reload does; the SIGHUP of a closed terminal stops the node as SIGTERM does.",
    "The file `tip` in the data directory records the last block. When the database ends before that block, because it was damaged, deleted or replaced, the node reports the loss, answers queries, and fetches the missing blocks from its peers. Until it has them, it signs and accepts nothing. With --accept-loss the node continues from the last block that is left. chainnode data backup, rewind and reset update the file, so they cause no loss.",
    "A validator that sees a signature of its own key that it did not make stops signing: two nodes must not share a key. With --takeover-delay, a node that replaces another one with the same key waits until that one has signed nothing for two rounds.",
    "With --dev, and in a directory made with chainnode init --dev, the node runs a private chain with one validator: a block as soon as a transaction waits (or as --block-time says), the classic contracts, Faucet and Publish, and ten funded accounts whose private keys are public. Its keystore holds their keys, alice to judy, without passwords.",
    "With --signer, the validator's key is in another process, chainnode signer, which several nodes may share: it serves one of them, and another one as soon as that one ends. A node that is not served follows the chain.",
  ],
  options: [
    option("--dev", "run a private chain for development; create it if it does not exist"),
    option(
      "--block-time <time>",
      "of a development chain: a time such as 250ms or 2s from one block to the next, which only a new chain takes; or off: blocks are made on request",
      "blocks are made at once",
    ),
    option(
      "--volatile",
      "do not wait for the disk, on a development chain: what a power failure destroys is lost",
    ),
    option("--detach", "run in the background: end once the node answers, which `chainnode stop` then stops"),
    option("--open", "open the explorer in the browser once the node answers"),
    option("--accept-loss", "continue without the blocks that the database has lost"),
    option("--check", "verify the chain first, as chainnode data check does, and end when it is damaged"),
    option("--take-lease", "take the signer's lease from the node that has it (docs/signer.md)"),
    option("--takeover-delay", "sign only after the key has been quiet for two rounds (30 s)"),
  ],
  hasNodeSettings: true,
  examples: [
    "# run a private chain",
    "chainnode start --dev",
    "# in a script: go on when the node answers, and stop it at the end",
    "chainnode start --dev --detach",
    "# serve HTTPS on all addresses",
    "chainnode start --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
  ],
  result: STARTED_NODE,
  async run(context, input) {
    if (input.flag("detach"))
      return (await import("./start/detached.js")).startDetached(context, input.flag("dev"));
    (await import("../src/base/heap-growth.js")).limitHeapGrowth();
    const bar = new SyncBar(context);
    const log = await createNodeLog(context, () => bar.clear());
    const stopping = stopOf(context.terminal.interruption());
    const ready = await openChecked(context, log, input, stopping).catch((error: unknown): typeof STOP => {
      if (error instanceof Interrupted) return STOP;
      throw error;
    });
    if (ready === STOP) {
      // Opening survives an end at any point. An upgrade under way is undone at the next start.
      context.terminal.leave();
      return noOutcome();
    }
    const isHeld = input.option("block-time") === OFF;
    const flags = { isTakeover: input.flag("takeover-delay"), isHeld, isOpened: input.flag("open") };
    return serve({ context, log, bar, ...ready, ...flags });
  },
};

/** Runs the node until it is stopped. Its banner is the result. */
async function* serve(serving: Serving): AsyncGenerator<Outcome, void, undefined> {
  const { context, log, bar, opened, isTakeover, isHeld } = serving;
  const { node, definition } = opened;
  const manager = findServiceManager(context.terminal.environment, log);
  const { pidFile } = await context.workspace.directory();
  const endBar = bar.watch(() => node.peers?.sync.progress() ?? null);
  let isReady = false;
  const isServing = (): boolean => isReady;
  let server: RpcServer | null = null;
  let admin: AdminServer | null = null;
  let ops: OpsServer | null = null;
  try {
    const dev = serving.devTime === null ? null : { opened, devTime: serving.devTime };
    let explorer = await readExplorer({ context, log, dev });
    const opening = await createServer(serving, isServing, explorer);
    server = opening;
    const rpc = await listenWatched(serving, opening);
    const stopped = new AbortController();
    const stopping = stopOf(AbortSignal.any([context.terminal.interruption(), stopped.signal]));
    const { version } = context;
    const { health, projection } = opened;
    ops = await openOps(serving, { isServing, explorer, rpc: opening });
    const url = ops?.url ?? null;
    const stop = (): void => stopped.abort();
    const explorerPage = (): string | null => explorerUrl(explorer, rpc, url);
    const reload = createReload(context.settings, log, [
      ...serverReloadables(log, opening),
      ...nodeReloadables(context, node),
      {
        settings: ["explorer"],
        async apply(settings) {
          const wanted = await readExplorer({ context: { ...context, settings }, log, dev });
          if (explorer?.place === "ops" || wanted?.place === "ops") return false;
          opening.setExplorer(wanted?.options);
          explorer = wanted;
          return true;
        },
      },
    ]);
    reloadAtHangup(context, log, reload);
    const metrics = async (): Promise<string> => opened.metrics.text(version, false);
    const ofLog = { metrics, lastLines: log.lastLines };
    const running = { health, isServing, rpc, ops: url, version, projection, reload, ...ofLog };
    admin = await openAdmin(context, node, { explorer: explorerPage, stop, ...running });
    await replaceOwnFile(pidFile, `${process.pid}\n`);
    node.start({ isTakeover, isHeld });
    await health.start();
    if (context.settings.flag("mine")) node.mining.start();
    const fields = { rpc: rpc.join(" "), ops: url ?? "off" };
    log({ level: "info", module: "rpc", message: "listening", fields });
    const accounts = await Promise.race([prepare(serving), stopping]);
    if (accounts !== STOP) {
      // The last look may have been at the chain before its first block.
      await health.look();
      isReady = true;
      const started: StartedNode = {
        network: definition.network_name,
        address: node.identity.node.address,
        dataDirectory: context.settings.text(DATA_DIR),
        isElsewhere: context.settings.originOf(DATA_DIR) === "flag",
        rpc,
        ops: url,
        explorer: explorerPage(),
        height: node.ledger.tip.height,
        hosts: opened.hosts.length,
        accounts,
        blocks: accounts === null ? null : blocksText(serving),
      };
      announce(serving, started);
      yield startedOutcome(started);
      if (serving.isOpened && started.explorer !== null) await openPage(context, started.explorer);
      await manager?.ready(await watchedNode(opened));
      await opening.prepare();
    }
    await stopping;
    isReady = false;
    log({ level: "info", module: "node", message: "stopping after the block under way" });
  } finally {
    endBar();
    await manager?.stopping();
    if (admin !== null) await rm(pidFile, { force: true });
    await admin?.close();
    await ops?.close();
    await server?.close(STOP_GRACE_MS);
    await opened.close();
    log({ level: "info", module: "node", message: "stopped" });
  }
}

/** Tells that the node runs: a person at a terminal in a text, and every other reader in the log. */
function announce(
  { context: { terminal, settings, style }, log, opened }: Serving,
  started: StartedNode,
): void {
  const { isTerminal, width } = terminal.errors;
  if (isTerminal && !settings.flag("json") && logFormat({ terminal, settings }) === "pretty") {
    terminal.errors.write(startedText({ isTerminal, width, style }, started));
    return;
  }
  const { blocks } = started;
  const height = opened.node.ledger.tip.height;
  const fields = { network: started.network, height, ...(blocks === null ? {} : { blocks }) };
  log({ level: "info", module: "node", message: "ready", fields });
}

async function watchedNode({ node, health }: OpenNode): Promise<WatchedNode> {
  const { verdictOf } = await import("../src/ops/health/health.js");
  return {
    isAlive: () => health.isAlive(),
    status: () => `main block ${node.ledger.tip.height}, ${verdictOf(health.readiness())}`,
  };
}

/** Makes a chain if one is wanted, and returns a development chain's accounts. It may wait long for a block. */
async function prepare({ context, opened, devTime }: Serving): Promise<readonly DevAccount[] | null> {
  // A chain that has lost blocks must not begin again.
  const isLost = opened.node.loss !== null;
  const accounts = devTime !== null ? await devAccountsOf(opened, isLost) : null;
  if (context.settings.flag("genesis") && !isLost) await begin(context, opened);
  return accounts;
}

async function devAccountsOf({ node }: OpenNode, isLost: boolean): Promise<readonly DevAccount[]> {
  const { prepareDevChain } = await import("../src/dev/prepare-dev-chain.js");
  const { namedDevAccounts } = await import("../src/data/dev-network.js");
  if (!isLost) await prepareDevChain(node);
  node.forgetAges();
  return namedDevAccounts();
}

/** Begins the network if its chain is empty. Throws what `chainnode genesis` throws. */
async function begin({ settings }: Context, { node, hosts }: OpenNode): Promise<void> {
  if (node.ledger.tip.height > 0) return;
  const { beginNetwork, readPreset } = await import("../src/node/begin-network.js");
  await beginNetwork(node, readPreset(settings.text("preset")), hosts);
}

/** The socket by which commands on this data directory and external miners reach the node. */
async function openAdmin(
  context: Context,
  node: Node,
  subject: Omit<AdminSubject, "node" | "begin">,
): Promise<AdminServer> {
  const { openAdminServer } = await import("../src/ops/admin/admin-server.js");
  const { createAdminRoutes } = await import("../src/ops/admin/admin-routes.js");
  const { adminSocket } = await context.workspace.directory();
  const { beginOnRequest } = await import("../src/node/begin-network.js");
  const routes = createAdminRoutes({ ...subject, node, begin: (preset) => beginOnRequest(node, preset) });
  return openAdminServer(adminSocket, routes);
}
