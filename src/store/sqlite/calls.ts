import { LRUCache } from "lru-cache";
import { canonicalJson } from "../../codec/canonical-json.js";
import { objectToValue } from "../../codec/value.js";
import type { AskedCalls, CalledCode, FoundCall } from "../chain-index.js";
import type { Statements } from "./connection.js";

/** Which code each transaction calls, as its record says it. */
const CALLED = "json_extract(record, '$.transaction.type', '$.transaction.cid')";

export const CALLS_INDEX = "transactions_by_code";

/**
 * The transactions by the code that they call. It follows from their records, so a database of this schema that was made
 * without it gets it when it is opened, and a program that does not know it keeps it.
 */
export const CALLS = `CREATE INDEX IF NOT EXISTS ${CALLS_INDEX} ON transactions (${CALLED});`;

const OF_CODE = `FROM transactions INDEXED BY ${CALLS_INDEX}
  WHERE ${CALLED} = ${CALLED.replace("record", "?1")}`;

/** As much of a record as names its code, in the record's own spelling. */
function calling({ type, cid }: CalledCode): string {
  return canonicalJson(objectToValue({ transaction: objectToValue({ cid, type }) }));
}

/** Newest first. */
export function callsOfCode(db: Statements, { code, before, count }: AskedCalls): Promise<FoundCall[]> {
  return db.all<FoundCall>(
    `SELECT number, hash, height, (SELECT address FROM addresses WHERE id = transactions.addresses ->> 0) AS sender
     ${OF_CODE} AND number < ?2 ORDER BY number DESC LIMIT ?3`,
    calling(code),
    before,
    count,
  );
}

/** Transactions whose calls are counted together and then remembered, and how many of these are looked at at a time. */
const CHUNK = 4096;
const CHUNKS_TOGETHER = 16;
/** The most characters of the codes whose counts are remembered. */
const REMEMBERED_LENGTH = 262_144;

interface Remembered {
  /** How many of the transactions of the first n chunks call the code, by n. */
  readonly counts: number[];
  /** The block that holds the last of these. If it is on the chain, so are all before it. */
  height: number;
  blockhash: string;
}

/**
 * Counts the calls of codes. A count of chunks that has been made is remembered until their blocks are undone, so each
 * transaction is looked at once for a code, and the few after the last chunk each time.
 */
export class CallCounts {
  readonly #db: Statements;
  readonly #chunk: number;
  readonly #remembered = new LRUCache<string, Remembered>({
    max: 64,
    maxSize: REMEMBERED_LENGTH,
    sizeCalculation: (_, code) => code.length,
  });

  /** @param chunk transactions whose calls are counted together and then remembered. */
  constructor(db: Statements, chunk = CHUNK) {
    this.#db = db;
    this.#chunk = chunk;
  }

  /** How many of the chain's first transactions call the code, for each of some numbers of transactions. */
  async count(code: CalledCode, firsts: readonly number[]): Promise<readonly number[]> {
    const key = calling(code);
    const counts = await this.#countsOf(key, Math.max(0, ...firsts));
    const rests = firsts.map((first) => {
      const chunk = Math.max(0, Math.min(counts.length - 1, Math.floor(first / this.#chunk)));
      return { from: chunk * this.#chunk, to: first, before: counts[chunk] ?? 0 };
    });
    const rows = await this.#db.all<{ readonly count: number }>(
      `SELECT (SELECT count(*) ${OF_CODE} AND number > rest.value ->> 0 AND number <= rest.value ->> 1) AS count
       FROM json_each(?2) AS rest ORDER BY rest.key`,
      key,
      JSON.stringify(rests.map(({ from, to }) => [from, to])),
    );
    return rests.map(({ before }, index) => before + (rows[index]?.count ?? 0));
  }

  /** The counts of whole chunks, up to a number of transactions. */
  async #countsOf(key: string, upTo: number): Promise<readonly number[]> {
    const known = await this.#stillHeld(key);
    for (let from = (known.counts.length - 1) * this.#chunk; from + this.#chunk <= upTo;) {
      const to = Math.min(from + CHUNKS_TOGETHER * this.#chunk, Math.floor(upTo / this.#chunk) * this.#chunk);
      const end = await this.#db.first<{ height: number; blockhash: string }>(
        `SELECT height, blockhash FROM main_blocks
         WHERE height = (SELECT height FROM transactions WHERE number = ?)`,
        to,
      );
      if (end === null) break;
      const rows = await this.#db.all<{ readonly chunk: number; readonly count: number }>(
        `SELECT (number - 1) / ?4 AS chunk, count(*) AS count ${OF_CODE} AND number > ?2 AND number <= ?3
         GROUP BY chunk`,
        key,
        from,
        to,
        this.#chunk,
      );
      const found = new Map(rows.map(({ chunk, count }) => [chunk, count]));
      for (let chunk = from / this.#chunk; chunk < to / this.#chunk; chunk += 1)
        known.counts.push((known.counts.at(-1) ?? 0) + (found.get(chunk) ?? 0));
      Object.assign(known, end);
      from = to;
    }
    this.#remembered.set(key, known);
    return known.counts;
  }

  async #stillHeld(key: string): Promise<Remembered> {
    const known = this.#remembered.get(key);
    const isHeld =
      known !== undefined &&
      (await this.#db.first(
        "SELECT 1 FROM main_blocks WHERE height = ? AND blockhash = ?",
        known.height,
        known.blockhash,
      ));
    // A copy: two questions of one code may be answered at a time.
    return known === undefined || isHeld === null || isHeld === false
      ? { counts: [0], height: 0, blockhash: "" }
      : { ...known, counts: [...known.counts] };
  }
}
