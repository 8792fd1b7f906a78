import { stringToJson } from "../codec/canonical-json.js";
import { hashOf, timeHash, merkleRootInSteps } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { objectToMap, type Value, type ValueMap } from "../codec/value.js";
import { hashLimit, isWorkEnough } from "./difficulty.js";
import * as errors from "./errors.js";
import { Fields, malformedField } from "./fields.js";
import { MAX_BLOCK_SIZE, MAX_NONCE_LENGTH, MAX_ROUND_RECEIPTS, TIMESTAMP_ERROR_US } from "./limits.js";
import type { Network } from "./network.js";
import type { RecordOf } from "./operations/json-schema.js";
import type { RESOURCE_BLOCK, ResourceBlockSummary } from "./operations/record-schemas.js";
import { offsetText } from "./round-time.js";
import { assertReceipt, readReceiptInSteps, askerOf, type Receipt } from "./receipt.js";

/** A block of the resource chain (PROTOCOL 10.2). */
export interface ResourceBlock extends Omit<RecordOf<typeof RESOURCE_BLOCK>, "receipts"> {
  /** By the asker's node address. */
  readonly receipts: ReadonlyMap<string, Receipt>;
}

/** The content for which a miner searches a nonce. */
export type ResourceBlockContent = Omit<ResourceBlock, "blockhash" | "nonce">;

const WHOLE_DECIMAL = /^[1-9][0-9]{0,77}$/;

/** Returns the header's hash, which covers the content except the previous blockhash (PROTOCOL 10.1, 10.2). */
export function resourceBlockHeader(block: ResourceBlockContent): string {
  return allSteps(resourceBlockHeaderInSteps(block));
}

function* resourceBlockHeaderInSteps(block: ResourceBlockContent): Steps<string> {
  const receiptRoot = yield* merkleRootInSteps(Array.from(block.receipts.values(), ({ text }) => text));
  return hashOf(
    objectToMap({
      height: BigInt(block.height),
      timestamp: BigInt(block.timestamp),
      receipt_root: receiptRoot,
      main_height: BigInt(block.main_height),
      main_blockhash: block.main_blockhash,
      validator: block.validator,
      miner: block.miner,
    }),
  );
}

/** The proof of work of a nonce: `H(previous_blockhash ‖ header ‖ nonce)` (PROTOCOL 10.2). */
export function resourceBlockRoot(previousBlockhash: string, header: string, nonce: string): string {
  return hashOf(previousBlockhash + header + nonce);
}

/** Returns the block of a content and a nonce. Does not check the proof of work. */
export function createResourceBlock(content: ResourceBlockContent, nonce: string): ResourceBlock {
  const root = resourceBlockRoot(content.previous_blockhash, resourceBlockHeader(content), nonce);
  return { ...content, nonce, blockhash: timeHash(root, content.timestamp) };
}

/** Reads a received full resource block: its form and the form of its receipts. Throws `RECORD_MALFORMED`. */
export function readResourceBlock(value: Value | undefined): ResourceBlock {
  return allSteps(readResourceBlockInSteps(value));
}

/** Like `readResourceBlock`, but in steps, because receipts may have long unknown members. */
export function* readResourceBlockInSteps(value: Value | undefined): Steps<ResourceBlock> {
  const fields = new Fields(value, "resource block");
  const nonce = fields.text("nonce");
  if (nonce.length > MAX_NONCE_LENGTH)
    throw malformedField("resource block", "nonce", `must have at most ${MAX_NONCE_LENGTH} characters`);
  const difficulty = fields.text("difficulty");
  if (!WHOLE_DECIMAL.test(difficulty))
    throw malformedField("resource block", "difficulty", "must be whole decimal text from 1");
  return {
    height: fields.integer("height"),
    blockhash: fields.timeHash("blockhash"),
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    nonce,
    timestamp: fields.integer("timestamp"),
    difficulty,
    main_height: fields.integer("main_height"),
    main_blockhash: fields.timeHash("main_blockhash"),
    validator: fields.address("validator"),
    miner: fields.address("miner"),
    receipts: yield* readReceiptsInSteps(fields.map("receipts")),
  };
}

/** Throws unless hash, proof of work and receipts are valid (PROTOCOL 10.3, 10.4). */
export function assertResourceBlock(block: ResourceBlock): void {
  allSteps(assertResourceBlockInSteps(block));
}

/** Like `assertResourceBlock`, but in steps. */
export function* assertResourceBlockInSteps(block: ResourceBlock): Steps<void> {
  const header = yield* resourceBlockHeaderInSteps(block);
  const root = resourceBlockRoot(block.previous_blockhash, header, block.nonce);
  if (block.blockhash !== timeHash(root, block.timestamp)) throw errors.resourceBlockHash();
  if (!isWorkEnough(root, hashLimit(block.difficulty))) throw errors.proofOfWork();
  for (const [signer, receipt] of block.receipts) {
    if (askerOf(receipt) !== signer) throw errors.receiptSigner();
    assertReceipt(receipt);
    yield;
  }
}

/** The members of a parent that its next block must match. */
interface ResourceBlockParent {
  readonly height: number;
  readonly blockhash: string;
  readonly timestamp: number;
  readonly main_height: number;
}

/** The parent of the first block: an empty one (PROTOCOL 10.5). */
export const EMPTY_RESOURCE_PARENT: ResourceBlockParent = {
  height: 0,
  blockhash: "",
  timestamp: 0,
  main_height: 0,
};

interface ResourceBlockPlace {
  readonly parent: ResourceBlockParent;
  /** As `difficultyAt` computes it. */
  readonly difficulty: string;
  /** µs. */
  readonly now: number;
  readonly network: Pick<Network, "genesis_address" | "constants" | "ruleSet">;
}

/** Throws `RESOURCE_BLOCK_ORDER` unless it follows its parent, and `PREMATURE` (PROTOCOL 10.4). */
export function assertResourceBlockFollows(block: ResourceBlock, place: ResourceBlockPlace): void {
  const misfit = findMisfit(block, place);
  if (misfit !== null) throw errors.resourceBlockOrder({ height: block.height, reason: misfit });
  if (block.timestamp >= place.now + TIMESTAMP_ERROR_US)
    throw errors.premature({ record: "resource block", offset: offsetText(block.timestamp, place.now) });
}

/** Canonical JSON of the map signer → receipt. */
export function receiptsToText(receipts: ReadonlyMap<string, Receipt>): string {
  if (receipts.size === 0) return "[]";
  return `{${Array.from(receipts, ([signer, { text }]) => `${stringToJson(signer)}:${text}`).join(",")}}`;
}

function findMisfit(
  block: ResourceBlock,
  { parent, difficulty, network }: ResourceBlockPlace,
): string | null {
  const { main_chain_interval, resource_confirm_count } = network.constants;
  const { hasReceipts, isGenesisMiner } = network.ruleSet;
  if (block.height !== parent.height + 1) return `the parent has height ${parent.height}`;
  if (block.previous_blockhash !== parent.blockhash) return "it names another parent";
  if (block.difficulty !== difficulty) return `the difficulty must be ${difficulty}`;
  if (block.main_height < parent.main_height) return "it names an older main block";
  if (block.timestamp <= parent.timestamp + main_chain_interval)
    return "its time must be more than an interval later";
  if (block.height <= resource_confirm_count && block.validator !== network.genesis_address)
    return "the validator must be the genesis address";
  if (isGenesisMiner && block.height <= resource_confirm_count && block.miner !== network.genesis_address)
    return "the miner must be the genesis address";
  if (!hasReceipts && block.receipts.size > 0) return "it must hold no receipts";
  return null;
}

/** Reads the map asker → receipt. Throws `RECORD_MALFORMED`, also when it is longer than a block. */
export function* readReceiptsInSteps(members: ValueMap): Steps<ReadonlyMap<string, Receipt>> {
  if (members.size > MAX_ROUND_RECEIPTS)
    throw malformedField("resource block", "receipts", `must be at most ${MAX_ROUND_RECEIPTS}`);
  const receipts = new Map<string, Receipt>();
  let length = 0;
  for (const [signer, member] of members) {
    const receipt = yield* readReceiptInSteps(member);
    length += receipt.text.length;
    if (length > MAX_BLOCK_SIZE)
      throw malformedField("resource block", "receipts", `must have at most ${MAX_BLOCK_SIZE} bytes`);
    receipts.set(signer, receipt);
  }
  return receipts;
}

/** The texts of a resource block for answers, in the protocol's order of fields. */

export type { ResourceBlockSummary };

export interface ResourceBlockTexts extends ResourceBlockSummary {
  /** Canonical JSON of the map signer → receipt. */
  readonly receipts: string;
}

/** The empty block of height 0, which stands for a missing one (PROTOCOL 13.10). */
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
