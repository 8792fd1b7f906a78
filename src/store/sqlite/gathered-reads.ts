/** A query answers at most so many reads: their rows are in memory together. */
const MAX_READS = 16;

/** The reads that one query answers. */
interface Batch<Key, Row> {
  readonly rows: Promise<Map<Key, Row>>;
  readonly keys: Set<Key>;
  reads: number;
}

/**
 * Reads of rows by key. Those requested while a query is under way wait for its end and are answered by one query: a round
 * trip to the database takes longer than the rows. Every query begins after its keys were requested, so each reader sees
 * what was committed by then.
 */
export class GatheredReads<Key, Row> {
  readonly #query: (keys: readonly Key[]) => Promise<Map<Key, Row>>;
  #waiting: Batch<Key, Row> | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(query: (keys: readonly Key[]) => Promise<Map<Key, Row>>) {
    this.#query = query;
  }

  async read(keys: readonly Key[]): Promise<Map<Key, Row>> {
    const isFull = (this.#waiting?.reads ?? 0) >= MAX_READS;
    const batch = this.#waiting === null || isFull ? this.#open() : this.#waiting;
    batch.reads += 1;
    for (const key of keys) batch.keys.add(key);
    const rows = await batch.rows;
    return batch.reads === 1 ? rows : pick(rows, keys);
  }

  /** The row of a key, null when it does not exist. */
  async readOne(key: Key): Promise<Row | null> {
    return (await this.read([key])).get(key) ?? null;
  }

  #open(): Batch<Key, Row> {
    const keys = new Set<Key>();
    const rows = this.#turn.then(() => {
      if (this.#waiting === batch) this.#waiting = null;
      return this.#query([...keys]);
    });
    const batch = { rows, keys, reads: 0 };
    this.#waiting = batch;
    // Its readers receive the failure; the next batch is not affected.
    this.#turn = rows.catch(() => undefined);
    return batch;
  }
}

function pick<Key, Row>(rows: ReadonlyMap<Key, Row>, keys: readonly Key[]): Map<Key, Row> {
  const picked = new Map<Key, Row>();
  for (const key of keys) {
    const row = rows.get(key);
    if (row !== undefined) picked.set(key, row);
  }
  return picked;
}
