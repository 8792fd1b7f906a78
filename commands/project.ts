import type { Command, Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { messageOutcome, type Outcome } from "../src/cli/output/outcome.js";
import { createProgressBar } from "../src/cli/terminal/progress.js";
import type { OpenedSource } from "../src/node/projection/directory-source.js";
import type { ProjectorStatus } from "../src/projector/projector.js";
import { BOOLEAN, HEIGHT, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { databaseServersOf, POSTGRES_OPTIONS, type DatabaseServers } from "./postgres-options.js";
import { workspaceOf } from "./workspace.js";
import * as errors from "./errors.js";

const [FROM, NETWORK, ONCE, REBUILD, CHECK] = ["from", "network", "once", "rebuild", "check"];

export const command: Command = {
  summary: "copy the chains into a PostgreSQL database",
  description: [
    "Copies both chains of the data directory, or with --from those of a node, into a PostgreSQL database, block by block, and follows them until it is stopped. The node of the data directory may run: the command reads its database and does not ask it. What the chain undoes is undone in the database before another branch is written. When the database does not answer, the command waits and continues.",
    "One command writes to a database at a time; others stand by, and one of them takes over when it ends. It may be interrupted at any moment, and continues from the last block that the database has.",
    "--rebuild builds the tables again beside the old ones, which readers use until the new ones are complete. --check compares the rows of every block with the chain.",
  ],
  options: [
    ...POSTGRES_OPTIONS,
    {
      name: FROM,
      placeholder: "url",
      default: "the data directory",
      description: "copy the chains of this node, over HTTP",
    },
    {
      name: NETWORK,
      placeholder: "file",
      default: "the public network, or a development network",
      description: "definition of the network of --from (TOML)",
    },
    { name: ONCE, description: "end when the database has all blocks" },
    {
      name: REBUILD,
      description: "build the tables again beside the old ones, put them in their place, and end",
    },
    { name: CHECK, description: "compare the rows of every block with the chain, and end" },
  ],
  examples: [
    { line: "chainnode project --postgres postgres://chainnode@db.example.org/chain --data-dir ./chain" },
    {
      line: "chainnode project --postgres postgres://chainnode@db.example.org/chain --check",
      explanation: "whether someone changed the database",
    },
    {
      line: "chainnode project --from http://node1.example.org:9900 --network network.toml --postgres postgres://db.example.org/chain",
      explanation: "copy the chains of a node on another machine",
    },
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
    if (input.flag(CHECK)) return check(context, opened, addresses);
    return project(context, { input, opened, addresses });
  },
};

async function openSource(context: Context, input: Input): Promise<OpenedSource> {
  const url = input.option(FROM);
  if (url !== undefined) return openNodeAt(url, input.option(NETWORK));
  const [{ openDirectorySource }, directory] = await Promise.all([
    import("../src/node/projection/directory-source.js"),
    workspaceOf(context).directory(),
  ]);
  return openDirectorySource(directory);
}

async function openNodeAt(url: string, networkFile: string | undefined): Promise<OpenedSource> {
  const [{ openNodeSource }, { createClient }, { readNetworkFile }, { systemClock: clock }] =
    await Promise.all([
      import("../src/node/projection/node-source.js"),
      import("../src/client/create-client.js"),
      import("../src/node/directory/network-file.js"),
      import("../src/node/clock/system-clock.js"),
    ]);
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
  const [projectors, { projectedNetwork }, { LIVE_SCHEMA, NEXT_SCHEMA }] = await Promise.all([
    import("../src/projector/projector.js"),
    import("../src/node/projection/projected-network.js"),
    import("../src/store/postgres/schema.js"),
  ]);
  const isRebuild = input.flag(REBUILD);
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
    await projector.run(signal, { once: isRebuild || input.flag(ONCE) });
  } finally {
    show.clear();
  }
  signal.throwIfAborted();
  if (isRebuild && projector.address !== null) {
    const { replaceLive } = await import("../src/store/postgres/replace-live.js");
    await replaceLive(projector.address);
  }
  const { main, resource, term } = projector.status;
  const data = { main: BigInt(main), resource: BigInt(resource), term: BigInt(term) };
  return messageOutcome(data, `The database has main block ${main} and resource block ${resource}.`);
}

interface StatusLine {
  readonly note: (status: ProjectorStatus) => void;
  readonly clear: () => void;
}

/** Shows the progress of catching up, and notes each change of the state. */
function createStatusLine(context: Context): StatusLine {
  const bar = createProgressBar(context, "Copying");
  let last = "";
  return {
    note(status) {
      const { state, main, source, failure, transactions, seconds } = status;
      if (state === "copying" && source.main > 0) {
        const rate = Math.round(transactions / Math.max(seconds.write + seconds.undo, 0.001)).toLocaleString(
          "en",
        );
        bar.show(main, source.main, () => `main ${main} of ${source.main} · ${rate} transactions/s`);
        return;
      }
      const text = failure === null ? state : failure.message;
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
  const [{ checkProjection }, { openPostgresStore }, { createNetwork }, { networkIdentity }] =
    await Promise.all([
      import("../src/projector/check-projection.js"),
      import("../src/store/postgres/open.js"),
      import("../src/records/network.js"),
      import("../src/node/directory/open-store.js"),
    ]);
  const network = networkIdentity(definition);
  const store = await firstOf(addresses, (address) =>
    openPostgresStore({ address, network, statementTimeoutMs: CHECK_STATEMENT_MS }),
  );
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

/** Opens the first server that can be opened. Throws the error of the last one. */
async function firstOf<T>(
  [first, ...others]: DatabaseServers,
  open: (address: DatabaseServers[number]) => Promise<T>,
): Promise<T> {
  let opening = open(first);
  for (const address of others) opening = opening.catch(() => open(address));
  return opening;
}
