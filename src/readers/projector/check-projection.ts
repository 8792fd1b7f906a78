import type { Network } from "../../records/network.js";
import { isSealedBlock } from "../../ledger/stored-seal.js";
import { mainDigests, resourceDigest, type MainDigests } from "../../store/postgres/block-digests.js";
import type { BlockRows } from "../../store/postgres/rows.js";
import type { PostgresMoment, PostgresStore } from "../../store/postgres/postgres-store.js";
import type { ChainName } from "../../store/store.js";
import { projectedRows } from "./projected-rows.js";
import type { ProjectedReader } from "./source.js";
import { mainBlock } from "../../store/reads.js";

/** A place where a projection differs from its chain: a block, or a table with rows that belong to no block. */
type ProjectionFault = { readonly chain: ChainName; readonly height: number } | { readonly table: string };

/** The number of blocks whose digests are read at a time. */
const TOGETHER = 64;

interface ComparedChain {
  readonly reader: ProjectedReader;
  readonly network: Network;
  readonly onBlock: (chain: ChainName, height: number) => void;
}

/**
 * Compares the rows of every block of a projection, at one moment, with those of the chain, by their digests. A seal that
 * differs from the chain's must be valid. Returns the first difference, or null. Blocks that the chain has undone since are not compared.
 */
export function checkProjection(store: PostgresStore, chain: ComparedChain): Promise<ProjectionFault | null> {
  return store.snapshot(
    async (moment) =>
      (await findInMain(moment, chain)) ??
      (await findInResource(moment, chain)) ??
      (await findStrayRows(moment)),
  );
}

async function findInMain(
  moment: PostgresMoment,
  { reader, network, onBlock }: ComparedChain,
): Promise<ProjectionFault | null> {
  const last = await commonHeight("main", moment, reader);
  let [next, after] = [1, 0];
  let stored: ReadonlyMap<number, MainDigests> = new Map();
  for await (const block of reader.streamMainBlocks(1, last)) {
    const { height } = block;
    const rows = projectedRows(block, network);
    if (next === 1 || next % TOGETHER === 0) stored = await moment.mainDigests(height, height + TOGETHER - 1);
    const [held, wanted] = [stored.get(height), mainDigests(rows, after)];
    const isSame = held?.rows === wanted.rows;
    if (!isSame || (held.seal !== wanted.seal && !(await isSealed(moment, network, rows))))
      return { chain: "main", height };
    after += rows.transactions.length;
    next = height + 1;
    onBlock("main", height);
  }
  return next <= last ? { chain: "main", height: next } : null;
}

/** Whether the projection's own seal of a block is valid. */
async function isSealed(
  moment: PostgresMoment,
  network: Network,
  { block, transactions }: BlockRows,
): Promise<boolean> {
  const { seal } = (await mainBlock(moment, { height: block.height })) ?? block;
  return isSealedBlock(moment, network, { ...block, seal, hashes: transactions.map(({ hash }) => hash) });
}

async function findInResource(
  moment: PostgresMoment,
  { reader, onBlock }: Omit<ComparedChain, "network">,
): Promise<ProjectionFault | null> {
  const last = await commonHeight("resource", moment, reader);
  for (let from = 1; from <= last; from += TOGETHER) {
    const to = Math.min(last, from + TOGETHER - 1);
    const stored = await moment.resourceDigests(from, to);
    for (const block of await reader.resourceBlocks(from, to)) {
      const { height } = block;
      if (stored.get(height) !== resourceDigest(block)) return { chain: "resource", height };
      onBlock("resource", height);
    }
  }
  return null;
}

async function findStrayRows(moment: PostgresMoment): Promise<ProjectionFault | null> {
  const table = await moment.strayTable();
  return table === null ? null : { table };
}

/** The last height at which the projection and the chain have the same block. */
async function commonHeight(
  chain: ChainName,
  moment: PostgresMoment,
  reader: ProjectedReader,
): Promise<number> {
  const { height, blockhash } = moment.tip[chain];
  const hashesAt = async (from: ProjectedReader, at: number): Promise<string | undefined> => {
    const blocks =
      chain === "main" ? await from.mainBlockSummaries(at, at) : await from.resourceBlockSummaries(at, at);
    return blocks[0]?.blockhash;
  };
  if (height === 0 || (await hashesAt(reader, height)) === blockhash) return height;
  for (let at = height - 1; at > 0; at -= 1) {
    const own = await hashesAt(moment, at);
    if (own === undefined || own === (await hashesAt(reader, at))) return at;
  }
  return 0;
}
