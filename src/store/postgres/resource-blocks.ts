import type { ResourceBlockSummary } from "../../records/resource-block.js";
import type { BlockTarget, StoredResourceBlock } from "../store.js";
import type { Queries } from "./connection.js";
import { columnAndParameter } from "./rows.js";

/** Resource blocks (PROTOCOL 10), one row each. A nonce may be any text, so it is kept as bytes. */

const SUMMARY_COLUMNS = [
  ...(["height", "blockhash", "previous_blockhash", "nonce", "timestamp", "difficulty"] as const),
  ...(["main_height", "main_blockhash", "validator", "miner", "receipt_count"] as const),
];
const COLUMNS = [...SUMMARY_COLUMNS, "receipts" as const];
const SUMMARY = SUMMARY_COLUMNS.join(", ");
const FULL = COLUMNS.join(", ");

type Row<Block> = Omit<Block, "nonce"> & { readonly nonce: Buffer };

function blockOf<Block>({ nonce, ...rest }: Row<Block>): Block {
  return { ...rest, nonce: nonce.toString("utf8") } as Block;
}

/** The resource blocks. */
export class ResourceBlockTable {
  readonly #db: Queries;

  constructor(db: Queries) {
    this.#db = db;
  }

  async #readOne(
    which: string,
    ...values: readonly (string | number | null)[]
  ): Promise<StoredResourceBlock | null> {
    const row = await this.#db.first<Row<StoredResourceBlock>>(
      `SELECT ${FULL} FROM resource_block ${which}`,
      ...values,
    );
    return row === null ? null : blockOf(row);
  }

  async append(blocks: readonly StoredResourceBlock[]): Promise<void> {
    const places = COLUMNS.map((_, index) => `$${index + 1}`).join(", ");
    for (const block of blocks) {
      const values = COLUMNS.map((column) =>
        column === "nonce" ? Buffer.from(block.nonce, "utf8") : block[column],
      );
      await this.#db.run(`INSERT INTO resource_block (${FULL}) VALUES (${places})`, ...values);
    }
  }

  async remove(height: number): Promise<void> {
    await this.#db.run("DELETE FROM resource_block WHERE height = $1", height);
  }

  last(): Promise<StoredResourceBlock | null> {
    return this.#readOne("ORDER BY height DESC LIMIT 1");
  }

  read(target: BlockTarget): Promise<StoredResourceBlock | null> {
    const [column, value] = columnAndParameter(target);
    return this.#readOne(`WHERE ${column} = $1`, value);
  }

  before(timestampUs: number): Promise<StoredResourceBlock | null> {
    return this.#readOne("WHERE timestamp < $1 ORDER BY timestamp DESC LIMIT 1", timestampUs);
  }

  async summaries(from: number, to: number): Promise<ResourceBlockSummary[]> {
    const rows = await this.#db.all<Row<ResourceBlockSummary>>(
      `SELECT ${SUMMARY} FROM resource_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
      from,
      to,
    );
    return rows.map(blockOf);
  }

  async between(from: number, to: number): Promise<StoredResourceBlock[]> {
    const rows = await this.#db.all<Row<StoredResourceBlock>>(
      `SELECT ${FULL} FROM resource_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
      from,
      to,
    );
    return rows.map(blockOf);
  }
}
