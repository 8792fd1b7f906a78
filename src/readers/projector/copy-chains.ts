import type { CopyStepName, SourceHeights } from "../../ops/status/projector-status.js";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import type { Network } from "../../records/network.js";
import type { BlockRows } from "../../store/postgres/rows.js";
import type { PostgresWriter } from "../../store/postgres/postgres-writer.js";
import type { ChainEnd, ChainEnds, ChainName, StoredResourceBlock } from "../../store/store.js";
import { projectedRows } from "./projected-rows.js";
import type { ProjectedReader, ProjectionSource } from "./source.js";

/** The most transactions, and the most main or resource blocks, that one transaction of the database adds. */
const MOST_TRANSACTIONS = 8192;
const MOST_BLOCKS = 512;

/** The result of one step, which undoes a block of one or both chains, or adds blocks. */
export interface CopyStep {
  /** The last heights of the source at that time. */
  readonly heights: SourceHeights;
  readonly undone: number;
  readonly main: number;
  readonly resource: number;
  readonly transactions: number;
}

interface CopyOptions {
  readonly source: ProjectionSource;
  readonly network: Pick<Network, "prefixes">;
  readonly writer: PostgresWriter;
  /** Called with the seconds that each part of the work takes. */
  readonly onTime: (step: CopyStepName, seconds: number) => void;
}

interface Portion {
  /** The blocks that the portion follows. */
  readonly after: ChainEnds;
  /** The chains whose last projected block the source does not have. */
  readonly lost: readonly ChainName[];
  readonly main: readonly BlockRows[];
  readonly resource: readonly StoredResourceBlock[];
  readonly heights: SourceHeights;
  /** The fixed height as the source notes it. */
  readonly fixed: string | null;
}

/**
 * Copies the chains of a source into a projection, a portion at a time. Blocks that the source no longer has are undone
 * first, then the following ones are added. While the database writes a portion, the next one is read.
 */
export class ChainCopier {
  readonly #options: CopyOptions;
  readonly #writer: PostgresWriter;
  #fixed: string | null = null;
  #ahead: Promise<Portion> | null = null;

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#writer = options.writer;
  }

  /** Takes the next step. Returns null when the projection equals the source. */
  async step(): Promise<CopyStep | null> {
    const portion = (await this.#takeAhead()) ?? (await this.#read(this.#writer.ends));
    const { lost, main, resource, heights, fixed } = portion;
    if (lost.length > 0) {
      await this.#timed("undo", () => this.#undo(lost));
      return { undone: lost.length, main: 0, resource: 0, transactions: 0, heights };
    }
    if (main.length === 0 && resource.length === 0 && fixed === this.#fixed) return null;
    if (heights.main > (main.at(-1)?.block.height ?? Infinity)) this.#readAhead(portion);
    const notes = new Map(fixed === null || fixed === this.#fixed ? [] : [[FIXED_HEIGHT_NOTE, fixed]]);
    await this.#timed("write", () => this.#writer.commit({ main, resource, source: heights, notes }));
    this.#fixed = fixed;
    const transactions = main.reduce((sum, { block }) => sum + block.transaction_count, 0);
    return { undone: 0, main: main.length, resource: resource.length, transactions, heights };
  }

  /** Returns the portion that was read ahead, if it follows the last blocks of the database. */
  async #takeAhead(): Promise<Portion | null> {
    const ahead = await this.#ahead;
    this.#ahead = null;
    const { main, resource } = this.#writer.ends;
    const follows =
      ahead?.after.main.blockhash === main.blockhash && ahead.after.resource.blockhash === resource.blockhash;
    return follows ? ahead : null;
  }

  #readAhead({ main, resource, after }: Portion): void {
    const last = { main: main.at(-1)?.block ?? after.main, resource: resource.at(-1) ?? after.resource };
    this.#ahead = this.#read(last);
    // The next step reports it.
    this.#ahead.catch(() => undefined);
  }

  #read(after: ChainEnds): Promise<Portion> {
    return this.#timed("read", () =>
      this.#options.source.snapshot(async (reader) => {
        const [lastMain, lastResource] = [
          await reader.mainBlockSummary("last"),
          await reader.resourceBlock("last"),
        ];
        const heights = { main: lastMain?.height ?? 0, resource: lastResource?.height ?? 0 };
        const lost: ChainName[] = [];
        for (const chain of CHAINS) if (await isLost(reader, chain, after[chain])) lost.push(chain);
        const main = lost.length > 0 ? [] : await this.#readMain(reader, after.main, heights.main);
        const reached = main.at(-1)?.block.height ?? after.main.height;
        const resource = lost.length > 0 ? [] : await readResource(reader, after.resource, reached);
        const fixed = await reader.readMeta(FIXED_HEIGHT_NOTE);
        return { after, lost, main, resource, heights, fixed };
      }),
    );
  }

  async #readMain(reader: ProjectedReader, after: ChainEnd, to: number): Promise<readonly BlockRows[]> {
    const rows: BlockRows[] = [];
    let [last, transactions] = [after, 0];
    for await (const block of reader.streamMainBlocks(after.height + 1, to)) {
      if (block.previous_blockhash !== last.blockhash) break;
      const read = projectedRows(block, this.#options.network);
      rows.push(read);
      transactions += read.transactions.length;
      last = block;
      if (transactions >= MOST_TRANSACTIONS || rows.length >= MOST_BLOCKS) break;
    }
    return rows;
  }

  async #undo(chains: readonly ChainName[]): Promise<void> {
    const { main, resource } = this.#writer.ends;
    if (chains.includes("main")) await this.#writer.undoMainBlock(main.height);
    if (chains.includes("resource")) await this.#writer.undoResourceBlock(resource.height);
  }

  async #timed<T>(step: CopyStepName, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#options.onTime(step, (performance.now() - start) / 1000);
    }
  }
}

const CHAINS: readonly ChainName[] = ["main", "resource"];

async function isLost(
  reader: ProjectedReader,
  chain: ChainName,
  { height, blockhash }: ChainEnd,
): Promise<boolean> {
  if (height === 0) return false;
  const [block] =
    chain === "main"
      ? await reader.mainBlockSummaries(height, height)
      : await reader.resourceBlockSummaries(height, height);
  return block?.blockhash !== blockhash;
}

/** Reads the resource blocks after a block whose main block the projection has or gets in the same transaction. */
async function readResource(
  reader: ProjectedReader,
  after: ChainEnd,
  mainHeight: number,
): Promise<readonly StoredResourceBlock[]> {
  const following: StoredResourceBlock[] = [];
  for (const block of await reader.resourceBlocks(after.height + 1, after.height + MOST_BLOCKS)) {
    const last = following.at(-1) ?? after;
    if (block.previous_blockhash !== last.blockhash || block.main_height > mainHeight) break;
    following.push(block);
  }
  return following;
}
