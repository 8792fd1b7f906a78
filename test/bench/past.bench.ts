import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { openRemoteChain } from "../../src/replay/remote/remote-store.js";
import { stateChanges } from "../../src/replay/past-state.js";
import { replayTransaction } from "../../src/replay/trial/try-transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { serveEngine } from "../support/serve-engine.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { openBigChain } from "./big-chain.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** About 20,000 transactions, which are made in some seconds. */
const SIZE = { accounts: 8192, fullBlocks: 6, smallBlocks: 50 };
/** The first block after Genesis and the codes of the preset. */
const EARLY = 5;

/**
 * The past of a chain: over HTTP from a node, and from its database. `CHAINNODE_BENCH_CHAIN` names a database to keep: its
 * chain is made once, with `CHAINNODE_BENCH_FULL_BLOCKS` full blocks between `CHAINNODE_BENCH_ACCOUNTS` accounts.
 */
export async function bench(): Promise<Row[]> {
  const kept = process.env["CHAINNODE_BENCH_CHAIN"];
  const directory = await makeTempDirectory();
  const file = kept ?? join(directory, "chain.sqlite");
  const fullBlocks = Number(process.env["CHAINNODE_BENCH_FULL_BLOCKS"] ?? SIZE.fullBlocks);
  const accounts = Number(process.env["CHAINNODE_BENCH_ACCOUNTS"] ?? SIZE.accounts);
  const { node } = await openBigChain(await openSqliteStore({ file }), { ...SIZE, fullBlocks, accounts });
  const { server, url } = await serveEngine(node);
  try {
    const { store, network, tip } = node.ledger;
    const stored = await ReadChain.ofStore(store, network);
    const lastOf = async (height: number): Promise<string> =>
      (await stored.block(height))?.transactions.at(-1)?.hash ?? "";
    const [inSmall, inFull] = [await lastOf(EARLY - 2), await lastOf(EARLY + 2)];
    const open = (): Promise<ReadChain> => openRemoteChain(createClient({ url }), network);
    const [account] = devAccounts();
    const cell = padStateKey(network.prefixes.balance + (account?.address ?? ""));
    return [
      ...(await measure("at(early height).balance over HTTP", async () => {
        const past = await (await open()).at(EARLY);
        if ((await past.reader.readState("universal", [cell])).size === 0)
          throw new Error("There is no account. ");
      })),
      ...(await measure("trace over HTTP in an early, small block", () => trace(open, inSmall))),
      ...(await measure("trace over HTTP in a full block", () => trace(open, inFull))),
      ...(await measure(`diff(${EARLY}, ${tip.height - 1}) on the database`, async () => {
        const chain = await ReadChain.ofStore(store, network);
        let changes = 0;
        for await (const change of stateChanges(chain, EARLY, tip.height - 1))
          changes += Number(change.old !== change.new);
        if (changes === 0) throw new Error("Nothing has changed. ");
      })),
    ];
  } finally {
    await server.close(0);
    await node.stop();
    await rm(directory, { recursive: true });
  }
}

/** Executes a transaction again. */
async function trace(open: () => Promise<ReadChain>, hash: string): Promise<void> {
  if ((await replayTransaction(await open(), hash))?.execution.ok !== true)
    throw new Error("It was not executed. ");
}

/** The second of two runs. The processor's time is that of node and caller together. */
async function measure(name: string, work: () => Promise<void>): Promise<Row[]> {
  await work();
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return [
    { name, value: wall, unit: "ms" },
    { name: "  processor time", value: (user + system) / 1000, unit: "ms" },
  ];
}
