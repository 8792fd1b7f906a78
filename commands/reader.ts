import { aborted } from "../src/actions/wait.js";
import { option, type Command, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { messageOutcome, type Outcome } from "../src/cli/output/outcome.js";
import type { Log } from "../src/base/log.js";
import type { Database } from "../src/readers/reader/databases.js";
import type { Reader } from "../src/readers/reader/open-reader.js";
import { HEIGHT, listOf, objectOf, orNull, TEXT } from "../src/records/operations/json-schema.js";
import { STOP_GRACE_MS } from "../src/rpc/limits.js";
import type { OpsServer } from "../src/rpc/ops-server.js";
import type { RpcServer } from "../src/rpc/server.js";
import { databaseServersOf, POSTGRES_OPTIONS } from "./options.js";
import { explorerUrl, readExplorer } from "./start/explorer.js";
import { createNodeLog, type NodeLog } from "./start/node-log.js";
import { createReload, reloadAtHangup, serverReloadables } from "./start/reload.js";
import { listenWatched, openOps, serverOptions } from "./start/servers.js";
import { findServiceManager } from "./start/service-manager.js";

const DEFAULT_MAX_LAG = 10;
const DEFAULT_CONNECTIONS = 8;
const DEFAULT_COMPARE = 10;
const MAX_CONNECTIONS = 1000;
const STATEMENT_MS = 2000;
const WRITER_TIMEOUT_MS = 2000;

export const command: Command = {
  summary: "answer what a node answers from a copy of its chain in PostgreSQL",
  description: [
    "Runs a server with the RPC interface of a node that reads the chain from PostgreSQL, where chainnode project or chainnode start --postgres copies it. A reader has no data directory and no keys: run as many as you need, behind any load balancer (docs/scale.md). SIGHUP reads the log level, the limits and the certificate again.",
    "Each answer is read from one snapshot of the database, and equals that of the node at the same height, which Chain-Height and Chain-Tip name. What is sent, and what is asked about peers and the open round, goes to the node that --writer names.",
    "Of several servers, those with the latest term of a projector are used, the first one that lags by at most --max-lag before the others, and none that is older than what was answered before. The password of the database comes from --postgres-password-file, PGPASSWORD or ~/.pgpass, never from the URL.",
  ],
  options: [
    ...POSTGRES_OPTIONS,
    option("--writer <url>", "node to which the reader passes on what it does not answer itself", {
      isRequired: true,
    }),
    option(
      "--max-lag <seconds>",
      "how long the database may lack a block of the node before another one is used or /readyz answers 503",
      DEFAULT_MAX_LAG,
    ),
    option(
      "--database-connections <count>",
      "maximum number of connections to a database",
      DEFAULT_CONNECTIONS,
    ),
    option(
      "--compare <seconds>",
      "how often a random answer is compared with that of the node; 0 means never",
      DEFAULT_COMPARE,
    ),
  ],
  hasServerSettings: true,
  examples: [
    "# serve from two databases",
    "chainnode reader --postgres postgres://reader@db1/chain,postgres://reader@db2/chain --writer http://node:9900 --host 0.0.0.0",
  ],
  result: objectOf({
    rpc: listOf(TEXT),
    ops: orNull(TEXT),
    explorer: orNull(TEXT),
    network: TEXT,
    height: HEIGHT,
  }),
  async run(context, input) {
    (await import("../src/base/heap-growth.js")).limitHeapGrowth();
    return serve(context, input, await createNodeLog(context));
  },
};

async function* serve(
  context: Context,
  input: Input,
  log: NodeLog,
): AsyncGenerator<Outcome, void, undefined> {
  const writerUrl = input.option("writer") ?? "";
  const manager = findServiceManager(context.terminal.environment, log);
  const stop = context.terminal.interruption();
  const reader = await open(input, log, stop);
  let server: RpcServer | null = null;
  let ops: OpsServer | null = null;
  let endComparing = (): void => undefined;
  try {
    const explorer = await readExplorer({ context, log, dev: null });
    const { createRpcServer } = await import("../src/rpc/server.js");
    const { passOn } = await import("../src/rpc/pass-on.js");
    const { PASSED_ON } = await import("../src/rpc/pass-on.js");
    const { readNodeAddress } = await import("../src/client/node-address.js");
    const options = await serverOptions({ context, log, opened: reader }, explorer);
    server = createRpcServer({
      ...options,
      engine: reader.moments,
      elsewhere: {
        operations: PASSED_ON,
        answer: passOn({ ...options, node: readNodeAddress(writerUrl), isPublic: true }),
      },
    });
    const rpc = await listenWatched({ context, log, opened: reader }, server);
    reloadAtHangup(context, log, createReload(context.settings, log, serverReloadables(log, server)));
    ops = await openOps({ context, log, opened: reader }, { isServing: () => true, explorer, rpc: server });
    const seconds = input.integer("compare", 0) ?? DEFAULT_COMPARE;
    if (seconds > 0) {
      const { compareSteadily } = await import("../src/readers/reader/comparison.js");
      endComparing = compareSteadily({ reader, log, writer: readNodeAddress(writerUrl), seconds });
    }
    const { tip } = reader.moments;
    const url = ops?.url ?? null;
    const fields = { rpc: rpc.join(" "), ops: url ?? "off", height: tip.height };
    log({ level: "info", module: "reader", message: "listening", fields });
    yield messageOutcome(
      {
        rpc: [...rpc],
        ops: url,
        explorer: explorerUrl(explorer, rpc, url),
        network: reader.definition.network_name,
        height: BigInt(tip.height),
      },
      `${rpc.join(" and ")} answers for ${writerUrl}`,
    );
    await manager?.ready({
      isAlive: () => reader.health.isAlive(),
      status: () => `main block ${reader.moments.tip.height}`,
    });
    await server.prepare();
    await aborted(stop);
    log({ level: "info", module: "reader", message: "stopping" });
  } finally {
    endComparing();
    await manager?.stopping();
    await ops?.close();
    await server?.close(STOP_GRACE_MS);
    await reader.close();
  }
}

async function open(input: Input, log: Log, signal: AbortSignal): Promise<Reader> {
  const { openReader } = await import("../src/readers/reader/open-reader.js");
  const { systemClock } = await import("../src/base/clock/system-clock.js");
  const { createClient } = await import("../src/client/index.js");
  const connections = input.integer("database-connections", 1, MAX_CONNECTIONS) ?? DEFAULT_CONNECTIONS;
  const writerUrl = input.option("writer") ?? "";
  return openReader({
    databases: await databasesOf(input, connections),
    writer: createClient({ url: writerUrl, retries: 0, timeoutMs: WRITER_TIMEOUT_MS }),
    clock: systemClock,
    log,
    signal,
    maxLagSeconds: input.integer("max-lag", 0) ?? DEFAULT_MAX_LAG,
    connections,
  });
}

/** The databases of the command line. Throws `POSTGRES_URL` for an invalid address, or one with a password. */
async function databasesOf(input: Input, connections: number): Promise<readonly Database[]> {
  const { openPostgresStore } = await import("../src/store/postgres/open.js");
  return (await databaseServersOf(input)).map((address) => ({
    name: address.name,
    open: (network) =>
      openPostgresStore({
        address,
        connections,
        statementTimeoutMs: STATEMENT_MS,
        ...(network === null ? {} : { network }),
      }),
  }));
}
