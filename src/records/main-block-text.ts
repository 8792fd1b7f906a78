/**
 * The texts of a main block that answers and files hold. They are put together from the canonical texts that are
 * kept with its parts, in SPEC's order of fields; nothing is printed again.
 */

export interface MainBlockSummary {
  readonly height: number;
  readonly s_timestamp: number;
  readonly previous_blockhash: string;
  readonly blockhash: string;
  readonly transaction_count: number;
}

export interface MainBlockTexts extends Omit<MainBlockSummary, "transaction_count"> {
  /** Canonical JSON of the map signer → seal entry. */
  readonly seal: string;
  /** Canonical JSON of the map transaction hash → record. */
  readonly transactions: string;
  /** Canonical JSON of the map state key → {old, new}. */
  readonly universal_updates: string;
  readonly local_updates: string;
}

/** The block that stands for none: height 0 (PROTOCOL 13). */
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

/** Canonical JSON of the full form. */
export function mainBlockToText(block: MainBlockTexts): string {
  return mainBlockToPieces(block).join("");
}

/** The same in pieces: a full block that is sent need not be put together first. */
export function mainBlockToPieces(block: MainBlockTexts): readonly string[] {
  return [
    `{${headerText(block)},"seal":${block.seal},"transactions":`,
    block.transactions,
    ',"universal_updates":',
    block.universal_updates,
    `,"local_updates":${block.local_updates}}`,
  ];
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
