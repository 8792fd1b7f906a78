import { stringToJson } from "../codec/canonical-json.js";
import type { ResourceBlockSummary } from "./operations/record-schemas.js";

/** The texts of a resource block for answers, in the protocol's order of fields. */

export type { ResourceBlockSummary };

export interface ResourceBlockTexts extends ResourceBlockSummary {
  /** Canonical JSON of the map signer → receipt. */
  readonly receipts: string;
}

/**
 * The empty block of height 0, the answer for a block that does not exist (PROTOCOL 13.10). Its difficulty is the
 * network's default.
 */
export function emptyResourceBlock(defaultDifficulty: bigint): ResourceBlockTexts {
  return {
    height: 0,
    blockhash: "",
    previous_blockhash: "",
    nonce: "",
    timestamp: 0,
    difficulty: defaultDifficulty.toString(),
    main_height: 0,
    main_blockhash: "",
    validator: "",
    miner: "",
    receipts: "[]",
    receipt_count: 0,
  };
}

/** Canonical JSON of the full form. */
export function resourceBlockToText(block: ResourceBlockTexts): string {
  return `{${headerText(block)},"receipts":${block.receipts}}`;
}

/** Canonical JSON of the summary. */
export function resourceBlockSummaryToText(block: ResourceBlockSummary): string {
  return `{${headerText(block)},"receipt_count":${block.receipt_count}}`;
}

function headerText(block: ResourceBlockSummary): string {
  return (
    `"height":${block.height},"blockhash":"${block.blockhash}",` +
    `"previous_blockhash":"${block.previous_blockhash}","nonce":${stringToJson(block.nonce)},` +
    `"timestamp":${block.timestamp},"difficulty":"${block.difficulty}",` +
    `"main_height":${block.main_height},"main_blockhash":"${block.main_blockhash}",` +
    // An address may have any characters: only its checksum must match (PROTOCOL 2.4).
    `"validator":${stringToJson(block.validator)},"miner":${stringToJson(block.miner)}`
  );
}
