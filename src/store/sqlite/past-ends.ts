import { hexTime } from "../../codec/hash.js";
import type { PastEnd } from "../chain-index.js";
import type { Statements } from "./connection.js";

const MIDDLE = "(low + high + 1) / 2";
/** Whether one of the first transactions names the address in the middle. */
const IS_THERE = `(SELECT first FROM addresses WHERE id = ${MIDDLE}) <= halved.number`;

/**
 * How far the chains had come before each of some times, µs. Hashes of blocks begin with their time. Addresses are
 * numbered in the order of their first transactions, so how many there were is found by halving.
 */
const ENDS = `WITH asked AS (SELECT key, value ->> 0 AS time, value ->> 1 AS hash FROM json_each(?1)),
  ends AS (
    SELECT asked.key,
      (SELECT height FROM main_blocks WHERE blockhash < asked.hash ORDER BY blockhash DESC LIMIT 1) AS main,
      (SELECT height FROM resource_blocks WHERE timestamp < asked.time ORDER BY timestamp DESC LIMIT 1) AS resource
    FROM asked),
  counted AS (
    SELECT ends.key, coalesce(main, 0) AS main, coalesce(resource, 0) AS resource, coalesce(last_number, 0) AS transactions,
      (SELECT difficulty FROM resource_blocks WHERE height = resource) AS difficulty
    FROM ends LEFT JOIN main_blocks ON height = main),
  halved (key, number, low, high) AS (
    SELECT key, transactions, 0, (SELECT coalesce(max(id), 0) FROM addresses) FROM counted
    UNION ALL
    SELECT key, number, iif(${IS_THERE}, ${MIDDLE}, low), iif(${IS_THERE}, high, ${MIDDLE} - 1)
    FROM halved WHERE low < high)
  SELECT main, resource, transactions, difficulty, max(low) AS addresses
  FROM counted JOIN halved USING (key) GROUP BY key ORDER BY key`;

export function pastEnds(db: Statements, timesUs: readonly number[]): Promise<PastEnd[]> {
  return db.all<PastEnd>(ENDS, JSON.stringify(timesUs.map((time) => [time, hexTime(time)])));
}
