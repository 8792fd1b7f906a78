import type { ChainName, UndoneBlock } from "../store.js";
import type { Queries } from "./connection.js";
import { hexParameter } from "./rows.js";

/** The number of blocks that are kept, in a few megabytes. */
const KEPT = 65_536;

/** The last blocks that were undone (docs/events.md). */
export class UndoneBlockTable {
  readonly #db: Queries;

  constructor(db: Queries) {
    this.#db = db;
  }

  async note(chain: ChainName, block: UndoneBlock): Promise<void> {
    const { blockhash, height, previous_blockhash } = block;
    await this.#db.run("DELETE FROM undone_block WHERE chain = $1 AND blockhash = $2", chain, blockhash);
    await this.#db.run(
      "INSERT INTO undone_block (chain, blockhash, height, previous_blockhash) VALUES ($1, $2, $3, $4)",
      chain,
      blockhash,
      height,
      previous_blockhash,
    );
    await this.#db.run(
      "DELETE FROM undone_block WHERE number <= (SELECT max(number) FROM undone_block) - $1",
      KEPT,
    );
  }

  find(chain: ChainName, blockhash: string): Promise<UndoneBlock | null> {
    return this.#db.first<UndoneBlock>(
      "SELECT height, blockhash, previous_blockhash FROM undone_block WHERE chain = $1 AND blockhash = $2",
      chain,
      hexParameter(blockhash),
    );
  }
}
