import type { MainBlockSummary } from "./operations/record-schemas.js";

/**
 * The texts of a main block for answers and files, with the fields in the order of PROTOCOL 8.1. They are put together
 * from the canonical texts that are kept with its parts; nothing is printed again.
 */

export type { MainBlockSummary };

export interface MainBlockTexts extends Omit<MainBlockSummary, "transaction_count"> {
  /** Canonical JSON of the map signer → seal entry. */
  readonly seal: string;
  /** Canonical JSON of the map transaction hash → record. */
  readonly transactions: string;
  /** Canonical JSON of the map state key → {old, new}. */
  readonly universal_updates: string;
  readonly local_updates: string;
}

/** The empty block of height 0, the answer for a block that does not exist (PROTOCOL 13.10). */
export const EMPTY_MAIN_BLOCK: MainBlockTexts = {
  height: 0,
  s_timestamp: 0,
  previous_blockhash: "",
  blockhash: "",
  seal: "[]",
  transactions: "[]",
  universal_updates: "[]",
  local_updates: "[]",
};

/** The fields that only the full form has, in order. */
const BODY = ["seal", "transactions", "universal_updates", "local_updates"] as const;

/** The same texts in pieces, as they are read from the disk. */
export type MainBlockPieces = Readonly<Record<(typeof BODY)[number], AsyncIterable<string>>>;

/** Canonical JSON of the full form. */
export function mainBlockToText(block: MainBlockTexts): string {
  return `{${headerText(block)}${BODY.map((name) => `,"${name}":${block[name]}`).join("")}}`;
}

/** Like `mainBlockToText`, but in pieces, so that a block can be sent without being in memory as a whole. */
export async function* mainBlockToPieces(
  head: Omit<MainBlockSummary, "transaction_count">,
  body: MainBlockPieces,
): AsyncGenerator<string> {
  yield `{${headerText(head)}`;
  for (const name of BODY) {
    yield `,"${name}":`;
    yield* body[name];
  }
  yield "}";
}

/** Canonical JSON of the summary. */
export function mainBlockSummaryToText(summary: MainBlockSummary): string {
  return `{${headerText(summary)},"transaction_count":${summary.transaction_count}}`;
}

function headerText(block: Omit<MainBlockSummary, "transaction_count">): string {
  return (
    `"height":${block.height},"s_timestamp":${block.s_timestamp},` +
    `"previous_blockhash":"${block.previous_blockhash}","blockhash":"${block.blockhash}"`
  );
}
