import { option, type Command, type Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { messageOutcome, type Outcome } from "../src/cli/output/outcome.js";
import { createProgressBar } from "../src/cli/terminal/progress.js";
import type { OpenedSource } from "../src/readers/projection/directory-source.js";
import type { ProjectorStatus } from "../src/ops/status/projector-status.js";
import { BOOLEAN, HEIGHT, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { databaseServersOf, POSTGRES_OPTIONS, type DatabaseServers } from "./options.js";
import * as errors from "./errors.js";

export const command: Command = {
  summary: "copy the chains into a PostgreSQL database",
  description: [
    "Copies both chains of the data directory, or with --from those of a node, into a PostgreSQL database, block by block, and follows them until it is stopped. The node of the data directory may run: the command reads its database and does not ask it. What the chain undoes is undone in the database before another branch is written. When the database does not answer, the command waits and continues.",
    "One command writes to a database at a time; others stand by, and one of them takes over when it ends. It may be interrupted at any moment, and continues from the last block that the database has.",
    "--rebuild builds the tables again beside the old ones, which readers use until the new ones are complete. --check compares the rows of every block with the chain.",
  ],
  options: [
    ...POSTGRES_OPTIONS,
    option("--from <url>", "copy the chains of this node, over HTTP", "the data directory"),
    option(
      "--network <file>",
      "definition of the network of --from (TOML)",
      "the public network, or a development network",
    ),
    option("--once", "end when the database has all blocks"),
    option("--rebuild", "build the tables again beside the old ones, put them in their place, and end"),
    option("--check", "compare the rows of every block with the chain, and end"),
  ],
  examples: [
    "chainnode project --postgres postgres://chainnode@db.example.org/chain --data-dir ./chain",
    "# whether someone changed the database",
    "chainnode project --postgres postgres://chainnode@db.example.org/chain --check",
    "# copy the chains of a node on another machine",
    "chainnode project --from http://node1.example.org:9900 --network network.toml --postgres postgres://db.example.org/chain",
  ],
  result: {
    ...objectOf({ main: HEIGHT, resource: HEIGHT }),
    properties: {
      main: HEIGHT,
      resource: HEIGHT,
      term: HEIGHT,
      same: BOOLEAN,
      chain: TEXT,
      height: HEIGHT,
      table: TEXT,
    },
    description:
      "The last heights in the database. With --check: whether it is the same as the chain, and where it differs.",
  },
  async run(context, input) {
    const opened = await openSource(context, input);
    context.onEnd(() => opened.source.close());
    const addresses = await databaseServersOf(input);
    if (input.flag("check")) return check(context, opened, addresses);
    return project(context, { input, opened, addresses });
  },
};

async function openSource(context: Context, input: Input): Promise<OpenedSource> {
  const url = input.option("from");
  if (url !== undefined) return openNodeAt(url, input.option("network"));
  const { openDirectorySource } = await import("../src/readers/projection/directory-source.js");
  const directory = await context.workspace.directory();
  return openDirectorySource(directory);
}

async function openNodeAt(url: string, networkFile: string | undefined): Promise<OpenedSource> {
  const { openNodeSource } = await import("../src/readers/projection/node-source.js");
  const { createClient } = await import("../src/client/create-client.js");
  const { readNetworkFile } = await import("../src/data/directory/network-file.js");
  const { systemClock: clock } = await import("../src/base/clock/system-clock.js");
  const definition = networkFile === undefined ? null : await readNetworkFile(networkFile);
  return openNodeSource(createClient({ url }), { definition, clock });
}

interface Projecting {
  readonly input: Input;
  readonly opened: OpenedSource;
  readonly addresses: DatabaseServers;
}

async function project(
  context: Context,
  { input, opened: { source, definition }, addresses }: Projecting,
): Promise<Outcome> {
  const projectors = await import("../src/readers/projector/projector.js");
  const { projectedNetwork } = await import("../src/readers/projection/projected-network.js");
  const { LIVE_SCHEMA, NEXT_SCHEMA } = await import("../src/store/postgres/schema.js");
  const isRebuild = input.flag("rebuild");
  const show = createStatusLine(context);
  const projector = new projectors.Projector({
    source,
    ...projectedNetwork(definition),
    addresses,
    schema: isRebuild ? NEXT_SCHEMA : LIVE_SCHEMA,
    onStatus: show.note,
  });
  const signal = context.terminal.interruption();
  try {
    await projector.run(signal, { once: isRebuild || input.flag("once") });
  } finally {
    show.clear();
  }
  signal.throwIfAborted();
  if (isRebuild && projector.address !== null) {
    const { replaceLive } = await import("../src/store/postgres/replace-live.js");
    await replaceLive(projector.address, addresses);
  }
  const { main, resource, term } = projector.status;
  const data = { main: BigInt(main), resource: BigInt(resource), term: BigInt(term) };
  return messageOutcome(data, `The database has main block ${main} and resource block ${resource}.`);
}

interface StatusLine {
  readonly note: (status: ProjectorStatus) => void;
  readonly clear: () => void;
}

function createStatusLine(context: Context): StatusLine {
  const bar = createProgressBar(context, "Copying");
  let last = "";
  return {
    note(status) {
      const { state, main, source, failure, rivals, transactions, seconds } = status;
      if (state === "copying" && source.main > 0) {
        const rate = Math.round(transactions / Math.max(seconds.write + seconds.undo, 0.001)).toLocaleString(
          "en",
        );
        bar.show(main, source.main, () => `main ${main} of ${source.main} · ${rate} transactions/s`);
        return;
      }
      const text =
        failure?.message ??
        (rivals.length > 0 ? `Other servers can be written too: ${rivals.join(", ")}` : state);
      if (text === last) return;
      last = text;
      bar.clear();
      context.note(state === "following" ? `The database has main block ${main}.` : text);
    },
    clear: () => bar.clear(),
  };
}

/** How long the server may work on a statement of a check, which reads whole tables. */
const CHECK_STATEMENT_MS = 600_000;

async function check(
  context: Context,
  { source, definition }: OpenedSource,
  addresses: DatabaseServers,
): Promise<Outcome> {
  const [{ checkProjection }, { rankServers }, { openPostgresStore }, { LIVE_SCHEMA }, ...others] =
    await Promise.all([
      import("../src/readers/projector/check-projection.js"),
      import("../src/readers/projector/servers.js"),
      import("../src/store/postgres/open.js"),
      import("../src/store/postgres/schema.js"),
      import("../src/records/network.js"),
      import("../src/data/directory/open-store.js"),
    ]);
  const [{ createNetwork }, { networkIdentity }] = others;
  const network = networkIdentity(definition);
  const { standings, failure } = await rankServers(addresses, LIVE_SCHEMA);
  const [best] = standings;
  if (best === undefined && failure !== null) throw failure;
  const { address } = best ?? { address: addresses[0] };
  const store = await openPostgresStore({ address, network, statementTimeoutMs: CHECK_STATEMENT_MS });
  context.onEnd(() => store.close());
  const { main, resource } = await store.tip();
  const bar = createProgressBar(context, "Comparing");
  const signal = context.terminal.interruption();
  const fault = await source.snapshot((reader) =>
    checkProjection(store, {
      reader,
      network: createNetwork(definition),
      onBlock(chain, height) {
        signal.throwIfAborted();
        const done = chain === "main" ? height : main.height + height;
        bar.show(done, main.height + resource.height, () => `${chain} ${height}`);
      },
    }),
  );
  bar.clear();
  const heights = { main: BigInt(main.height), resource: BigInt(resource.height) };
  if (fault === null) {
    const text = `Main blocks 1 to ${main.height} and resource blocks 1 to ${resource.height} are those of the chain.`;
    return messageOutcome({ ...heights, same: true }, text);
  }
  throw "table" in fault ? errors.projectionStray(fault) : errors.projectionDiffers(fault);
}
